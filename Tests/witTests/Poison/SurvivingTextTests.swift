import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// What a person wrote comes back to the letter from what is for programs, whatever people are shown of it.
@Suite struct SurvivingTextTests {
    private let folder: TemporaryFolder
    private let wit: Program
    /// Scotland's, of letters that nobody sees.
    private static let flag =
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
    private static let text =
        "שלום\u{200F}! \u{202B}عربي\u{202C} \u{2068}Anna\u{2069} \u{200E}x\u{200C}y\u{200D}z\u{61C}"
        + " co\u{AD}op ☎\u{FE0F} " + flag
    private static let caption = text + "\none\u{2028}two\n\nthree"

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_CATALOG": folder.path("catalog.sqlite"), "HOME": folder.url.path,
                "XDG_CONFIG_HOME": folder.path("none"),
            ])
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/boat.jpg"),
            to: folder.url.appending(path: "boat.jpg"))
        let edited = try wit([
            "edit", "boat.jpg", "--name", Self.text, "--caption", Self.caption, "--keyword",
            "+" + Self.text, "--person", "+" + Self.text,
        ])
        try #require(edited.status == 0, "\(edited.errors)")
    }

    /// Holds a record in JSON against what was written.
    private func check(
        _ json: String, _ place: String, caption: String = SurvivingTextTests.caption
    ) throws {
        let record = PhotoRecord(json: try JSONValue(parsing: json.utf8).object ?? [:])
        func scalars(_ text: String?) -> [Unicode.Scalar] { Array((text ?? "").unicodeScalars) }
        #expect(scalars(record.name) == scalars(Self.text), "\(place)")
        #expect(scalars(record.caption) == scalars(caption), "\(place)")
        #expect(record.keywords.map(scalars).contains(scalars(Self.text)), "\(place)")
        #expect(record.people.map(scalars).contains(scalars(Self.text)), "\(place)")
    }

    @Test func `JSON, GeoJSON and sidecars hold all of it`() throws {
        try check(try wit(["show", "--json", "boat.jpg"]).output, "show")
        try check(try wit(["export", "--format", "jsonl"]).output, "jsonl")
        let geo = try JSONValue(parsing: try wit(["export", "--format", "geojson"]).bytes)
        try check(geo["features"]?.array?.first?["properties"]?.text ?? "", "geojson")
        try #require(try wit(["export", "--format", "xmp", "--into", "side"]).status == 0)
        let sidecar = folder.path("side/boat.jpg.xmp")
        #expect(Poison.left(in: Array(try Data(contentsOf: URL(filePath: sidecar)))).isEmpty)
        try check(try wit(["read", "--json", sidecar]).output, "xmp")
        guard let exiftool = try Program.needed("exiftool") else { return }
        let read = try exiftool(["-json", "-XMP:Title", sidecar])
        #expect(try JSONValue(parsing: read.bytes).array?.first?["Title"]?.string == Self.text)
    }

    @Test func `a picture that it was written to and a mail bring it back`() throws {
        try #require(
            try wit(["edit", "boat.jpg", "--keyword", "+x", "--write-metadata"]).status == 0)
        try check(try wit(["read", "--json", "boat.jpg"]).output, "metadata")
        let shared = try wit([
            "share", "boat.jpg", "--to", "a@example.org", "--output", "m.eml", "--size", "small",
        ])
        try #require(shared.status == 0, "\(shared.errors)")
        let mail = MailTexts(Array(try Data(contentsOf: folder.url.appending(path: "m.eml"))))
        for (place, text) in mail.texts {
            let plain = text.replacing(Self.flag, with: "")
            #expect(Poison.left(in: Array(plain.utf8), returns: true).isEmpty, "\(place)")
            // What people write their languages with is shown to them.
            if place == "text/plain" { #expect(text.contains("\u{200F}! ")) }
        }
        try #require(try wit(["import", "--catalog", "other.sqlite", "m.eml"]).status == 0)
        // A mail knows one line break.
        try check(
            try wit(["export", "--json", "--catalog", "other.sqlite"]).output, "mail",
            caption: Self.caption.replacing("\u{2028}", with: "\n"))
    }

    @Test func `sharing again what came back proposes nothing`() throws {
        let share = [
            "share", "boat.jpg", "--to", "a@example.org", "--size", "small", "-o", "m.eml",
        ]
        try #require(try wit(share).status == 0)
        let imported = try wit(["import", "--json", "m.eml"])
        #expect(imported.status == 0)
        let photos = try JSONValue(parsing: imported.output.utf8)["photos"]?.array ?? []
        #expect(photos.count == 1 && photos.first?["proposed"] == .array([]), "\(imported.output)")
    }
}
