import Foundation
import JSON
import TestSupport
import Testing

@Suite
struct RegionVerbTests {
    private let folder: TemporaryFolder
    private let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/cat.jpg"),
            to: folder.url.appending(path: "cat.jpg"))
        let mask = MaskPNG.bytes(width: 8, height: 8) { x, y in x + y < 8 ? 255 : 0 }
        try Data(mask).write(to: folder.url.appending(path: "mask.png"))
    }

    /// Marks a region of every shape.
    private func markAll() throws {
        let shapes = [
            ["--rectangle", "10%,10%,0.3,200px"],
            ["--rectangle", "0.5,0.5,0.25,0.125", "--rotation", "30"],
            ["--circle", "0.25,0.75,0.1"], ["--ellipse", "0.6,0.1,0.3,0.1", "--rotation", "-45"],
            ["--polygon", "0.1,0.1 0.4,0.2 0.2,0.5", "--hole", "0.2,0.2 0.25,0.2 0.2,0.3"],
            ["--mask", "mask.png", "--box", "0.5,0.5,0.5,0.5"],
        ]
        for (index, shape) in shapes.enumerated() {
            let outcome = try wit(
                ["region", "add", "cat.jpg", "--name", "part \(index)", "--color", "tomato"]
                    + shape)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    /// The regions that a catalog has of its only photo, without the photo's id.
    private func regions(_ catalog: String) throws -> [JSONValue] {
        let photo = try wit(["find", "--json", "--catalog", catalog]).lines.compactMap {
            try JSONValue(parsing: $0.utf8)["id"]?.string
        }.first
        let listed = try wit([
            "region", "list", try #require(photo), "--json", "--catalog", catalog,
        ])
        return try listed.lines.map { line in
            var object = try #require(try JSONValue(parsing: line.utf8).object)
            object["photo"] = nil
            return .object(object)
        }
    }

    @Test func `wit region adds, lists, hits, edits, removes and undoes`() throws {
        let added = try wit([
            "region", "add", "cat.jpg", "--name", "Cat", "--circle", "0.5,0.5,0.2", "--color",
            "#f00",
        ])
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.lines.first?.contains("Cat  ellipse 0.3,") == true, "\(added.output)")
        #expect(added.output.contains("#FF0000"))
        let named = try wit(["hit", "cat.jpg", "50%", "50%"])
        #expect(named.output.hasPrefix("Cat\n"))
        let missed = try wit(["hit", "cat.jpg", "0.99", "0.01", "--tolerance", "0"])
        #expect(missed.output == "No region here.\n" && missed.status == 0)
        let several = try wit(
            ["hit", "cat.jpg", "-", "--json"], input: Array("0.5 0.5\n\n0.5 0.5\n".utf8))
        #expect(several.lines.count == 2 && several.status == 0)
        let wrong = try wit(["hit", "cat.jpg", "-"], input: Array("0.5 0.5\nhere\n".utf8))
        #expect(wrong.status == 1 && wrong.errors.contains("“here”"), "\(wrong.errors)")
        let edited = try wit([
            "region", "edit", "cat.jpg", "cat", "--name", "", "--kind", "pet", "--to-back",
        ])
        #expect(edited.status == 0 && edited.output.contains("Change"), "\(edited.errors)")
        let first = try wit(["region", "list", "cat.jpg"]).lines.first
        #expect(first?.hasPrefix("1  (unnamed)  pet  ellipse") == true, "\(first ?? "")")
        #expect(try wit(["region", "remove", "cat.jpg", "1"]).status == 0)
        #expect(try wit(["undo"]).status == 0)
        #expect(try wit(["region", "list", "cat.jpg"]).lines.first == first)
        let unknown = try wit(["region", "edit", "cat.jpg", "nobody", "--name", "x"])
        #expect(unknown.status == 1 && unknown.errors.contains("no region “nobody”"))
    }

    @Test
    func `regions of every shape come by mail, by each channel that carries them`() throws {
        try markAll()
        let wanted = try regions(folder.path("catalog.sqlite"))
        #expect(wanted.count >= 6)
        let shared = try wit([
            "share", "cat.jpg", "--to", "anna@example.org", "--output", "mail.eml",
        ])
        #expect(shared.status == 0, "\(shared.errors)")
        let mail = String(
            decoding: try Data(contentsOf: folder.url.appending(path: "mail.eml")), as: UTF8.self)
        // Without the payload, the pictures' own metadata are left.
        let type = try #require(
            mail.range(of: "Content-Type: application/vnd.whatisthat.share+json"))
        let start = try #require(mail[..<type.lowerBound].range(of: "\r\n--", options: .backwards))
        let end = try #require(mail[type.upperBound...].range(of: "\r\n--"))
        let bare = String(mail[..<start.lowerBound] + mail[end.lowerBound...])
        try Data(bare.utf8).write(to: folder.url.appending(path: "bare.eml"))
        for (name, channel) in [("mail", "from payload"), ("bare", "from the photo")] {
            let catalog = folder.path("\(name).sqlite")
            let brought = try wit(["import", "\(name).eml", "--catalog", catalog])
            #expect(brought.status == 0, "\(brought.errors)")
            #expect(brought.output.contains(channel), "\(brought.output)")
            #expect(try regions(catalog) == wanted, "\(name)")
        }
        // A sidecar says the same.
        #expect(try wit(["export", "--format", "xmp", "--into", "side"]).status == 0)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "third"), withIntermediateDirectories: true)
        let bird = Checkout.fixtures.appending(path: "photos/cat.jpg")
        try FileManager.default.copyItem(at: bird, to: folder.url.appending(path: "third/cat.jpg"))
        try FileManager.default.copyItem(
            at: folder.url.appending(path: "side/cat.jpg.xmp"),
            to: folder.url.appending(path: "third/cat.jpg.xmp"))
        let third = folder.path("third.sqlite")
        #expect(try wit(["catalog", "third", "--catalog", third]).status == 0)
        #expect(try regions(third) == wanted)
    }

    @Test(
        "is refused with the words that are wrong",
        arguments: [
            (["--rectangle", "0,0,1"], "“0,0,1” is not X,Y,W,H"),
            (["--polygon", "0,0 1,1"], "has 2 points"), (["--circle", "nan,0,1"], "“nan,0,1”"),
            (["--circle", "0,0,1", "--mask", "a.png"], "not both"),
            (["--mask", "mask.png", "--rotation", "3"], "--rotation needs"),
            (["--circle", "0,0,1", "--color", "reddish"], "“reddish”"),
            (["--stroke", "-"], "--view WxH"), ([], "A region needs a shape"),
            (["--circle", "0,0,1", "--view", "0x3"], "--view needs --stroke"),
            (["--polygon", "-", "--hole", "-"], "Give - once"),
            (["--polygon", "0,0 1,0 1,1", "--hole", "-", "--hole", "-"], "Give - once"),
        ])
    func usage(options: [String], says: String) throws {
        let outcome = try wit(["region", "add", "cat.jpg"] + options)
        #expect(outcome.status == 2 && outcome.errors.contains(says), "\(outcome.errors)")
    }

    @Test func `wit region reads a hole's points from stdin`() throws {
        let points = Array("0.2,0.2 0.25,0.2\n0.2,0.3\n".utf8)
        let added = try wit(
            ["region", "add", "cat.jpg", "--polygon", "0.1,0.1 0.4,0.2 0.2,0.5", "--hole", "-"],
            input: points)
        #expect(added.status == 0, "\(added.errors)")
        let edited = try wit(
            [
                "region", "edit", "cat.jpg", "1", "--polygon", "0.1,0.1 0.5,0.2 0.2,0.5", "--hole",
                "-", "--json",
            ], input: points)
        #expect(edited.status == 0 && edited.output.contains(#""holes":[[[0.2,0.2]"#))
    }

    @Test
    func `wit hit counts in the view that is said, and refuses one that is none`() throws {
        #expect(
            try wit(["region", "add", "cat.jpg", "--rectangle", "0.4,0.4,0.2,0.2", "--name", "m"])
                .status == 0)
        let middle = try wit(["hit", "cat.jpg", "195", "422", "--view", "390x844", "--zoom", "3"])
        #expect(middle.output.hasPrefix("m\n"), "\(middle.output)\(middle.errors)")
        for (options, says) in [
            (["--view", "390"], "“390” is not a size"), (["--zoom", "2"], "needs a view"),
            (["--view", "9x9", "--content", "odd"], "the modes are"),
            (["--view", "9x9", "--pan", "1"], "“1”"), (["--alpha", "0"], "--alpha"),
            (["--tolerance", "-1"], "--tolerance"),
        ] {
            let outcome = try wit(["hit", "cat.jpg", "1", "1"] + options)
            #expect(outcome.status == 2 && outcome.errors.contains(says), "\(outcome.errors)")
        }
        let far = try wit(["hit", "cat.jpg", "1", "1", "--view", "9x9", "--zoom", "1e9"])
        #expect(far.status == 1 && far.errors.contains("a zoom is between"), "\(far.errors)")
    }
}
