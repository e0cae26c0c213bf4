import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@Suite struct ForeignImportTests {
    let folder: TemporaryFolder
    let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
    }

    private func takeout() throws {
        let takeout = try TakeoutBuilder(in: folder.url.appending(path: "Takeout"))
        let album = "Takeout/Google Photos/Garden/"
        try takeout.add("photos/flowers.jpg", as: album + "IMG_1.jpg")
        try takeout.story(
            album + "IMG_1.jpg.supplemental-metadata.json", title: "IMG_1.jpg",
            more: ["description": "Tulips"])
        try takeout.add("photos/bird.jpg", as: album + "alone.jpg")
        try takeout.story(album + "gone.jpg.json", title: "gone.jpg", taken: 5)
        try takeout.write("{\"title\": \"Garden\"}", as: album + "metadata.json")
    }

    private func digiKam() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("photos"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/flowers.jpg"),
            to: folder.url.appending(path: "photos/a.jpg"))
        var builder = try DigiKamBuilder(
            at: folder.path("photos/digikam4.db"), identifier: "volumeid:?path=/nowhere/at/all")
        var photo = DigiKamBuilder.Photo("a.jpg")
        photo.comments = [(3, "x-default", "Tulips")]
        try builder.add(photo)
        try builder.close()
    }

    @Test func `a Takeout is imported, reported in words, and undone`() throws {
        try takeout()
        let first = try wit(["import", "Takeout"])
        #expect(first.status == 0, "\(first.errors)")
        #expect(
            first.output == """
                Takeout  Google Takeout
                  2 photos, 2 added
                  1 story, 2 values filled in 1 photo
                  1 photo without JSON (--verbose names them)
                  1 JSON file without photo (--verbose names them)

                """)
        let photo = folder.path("Takeout/Takeout/Google Photos/Garden/IMG_1.jpg")
        let shown = try wit(["show", photo]).output
        #expect(
            shown.contains("Caption   Tulips  (takeout:IMG_1.jpg.supplemental-metadata.json)"))
        #expect(shown.contains("Keywords  Garden  (takeout:"))
        let again = try wit(["import", "--verbose", "Takeout"])
        #expect(again.output.contains("1 story, nothing new"))
        #expect(again.output.contains("/Garden/alone.jpg\n"))
        #expect(again.output.contains("/Garden/gone.jpg.json\n"))
        #expect(try wit(["undo"]).output.contains("import from Google Takeout: 2 values filled"))
        #expect(!(try wit(["show", photo]).output.contains("Tulips")))
    }

    @Test func `mails, a Takeout and digiKam at once are told apart`() throws {
        try takeout()
        try digiKam()
        let mail = Checkout.fixtures.path + "/mails/v1-one.eml"
        let outcome = try wit([
            "import", "--json", "Takeout", mail, "photos", "--root", "/nowhere/at/all=photos",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let objects = try outcome.lines.map { try JSONValue(parsing: $0.utf8) }
        #expect(objects.map { $0["program"]?.string } == [nil, "takeout", "digikam"])
        #expect(objects.map { $0["file"]?.string } == [mail, "Takeout", "photos"])
        #expect(objects.last?["stories"]?.int == 1)
        #expect(try wit(["show", "photos/a.jpg"]).output.contains("Name      Tulips"))
    }

    @Test func `digiKam's folder that is not there is named with what to do`() throws {
        try digiKam()
        let outcome = try wit(["import", "photos/digikam4.db"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("--root \"/nowhere/at/all=FOLDER\""))
    }

    @Test func `a dry run of a Takeout makes no catalog`() throws {
        try takeout()
        let outcome = try wit(["import", "--dry-run", "Takeout"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("2 photos, 2 to be added"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("catalog.sqlite")))
    }

    @Test func `an archive is to be unpacked first`() throws {
        try Data([0x50, 0x4B, 3, 4, 0, 0]).write(to: folder.url.appending(path: "takeout.zip"))
        let outcome = try wit(["import", "takeout.zip"])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "wit: takeout.zip: an archive (.zip); unpack it, and import the "
                + "folder that comes out\n")
    }

    @Test func `a root without a folder is wrong use`() throws {
        #expect(try wit(["import", "x", "--root", "here"]).status == 2)
    }

    @Test func `a Maildir is a Maildir still`() throws {
        let cur = folder.url.appending(path: "Mail/cur")
        for name in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                atPath: folder.path("Mail/" + name), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "mails/v1-one.eml"),
            to: cur.appending(path: "1:2,S"))
        let outcome = try wit(["import", "Mail"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("stored as"))
    }
}
