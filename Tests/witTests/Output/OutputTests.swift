import Foundation
import TestSupport
import Testing

/// What `wit` writes where, and what becomes of it when nobody reads.
@Suite struct OutputTests {
    let folder: TemporaryFolder
    let wit: Program
    let shell: Program

    init() throws {
        folder = try TemporaryFolder()
        let environment = ["WIT_CATALOG": folder.path("catalog.sqlite"), "WIT": Program.wit.path]
        wit = Program.wit.running(in: folder.url.path, environment: environment)
        shell = try #require(Program.installed("bash"), "needs bash")
            .running(in: folder.url.path, environment: environment)
    }

    @Test func `a broken pipe ends quietly`() throws {
        try KilledScanTests.drawPhotos(in: folder.path("photos"), count: 1000)
        #expect(try wit(["catalog", "--quiet", "photos"]).status == 0)
        for command in [
            "find", "find --json", "export --format jsonl", "read photos/*/*.jpg",
            "show photos/*/*.jpg",
        ] {
            let line = "\"$WIT\" \(command) | head -1 | wc -l; echo ${PIPESTATUS[0]}"
            let outcome = try shell(["-c", line])
            #expect(outcome.lines == ["1", "0"], "\(command): \(outcome.output)")
            #expect(outcome.errors.isEmpty, "\(command): \(outcome.errors)")
        }
    }

    @Test func `a full or closed stdout is an error`() throws {
        #expect(try wit(["catalog", "--quiet", Checkout.fixtures.path + "/photos"]).status == 0)
        for place in ["> /dev/full", ">&-"] {
            let outcome = try shell(["-c", "\"$WIT\" find \(place)"])
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("wit: the output can't be written: "))
        }
        // With stderr closed, a file that is opened must not get what stderr would say.
        let quiet = try shell(["-c", "\"$WIT\" show nowhere.jpg 2>&-; \"$WIT\" check"])
        #expect(quiet.output.hasPrefix("No problems: 14 photos"))
    }

    @Test func `names of any kind are cataloged, found and shown`() throws {
        let names = [
            "a b.jpg", "ünï ☂.jpg", "u\u{308}.jpg", "new\nline.jpg", "-dash.jpg", "100%25 #?.jpg",
            "~root.jpg", "esc\u{1B}[31m.jpg", "trail ", "'\"$(x)`.jpg",
        ]
        let whole = try Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg"))
        for (index, name) in names.enumerated() {
            var copy = whole
            copy[copy.count - 40] = UInt8(index)
            try copy.write(to: URL(filePath: folder.url.path + "/" + name))
        }
        let scan = try wit(["catalog", "--json", "."])
        #expect(scan.status == 0, "\(scan.errors)")
        #expect(scan.output.contains("\"added\":\(names.count),"))
        for name in names {
            let shown = try wit(["show", "--json", "--", name])
            #expect(shown.status == 0, "\(shown.errors)")
            let read = try wit(["read", "--json", "--", name])
            #expect(read.status == 0, "\(read.errors)")
        }
        #expect(!(try wit(["find"]).bytes.contains(0x1B)))
        let listed = try wit(["find", "--json"]).bytes
        let shared = try wit(["share", "-", "--to", "a@example.org", "-o", "m.eml"], input: listed)
        #expect(shared.status == 0, "\(shared.errors)")
        #expect(shared.output.hasPrefix("m.eml: \(names.count) photos"))
        let missing = try wit(["read", "no\u{1B}[31m\nsuch\u{202E}.jpg"])
        #expect(missing.errors == "wit: no [31m such.jpg: No such file or directory\n")
    }

    @Test(arguments: [
        ["catalog", ""], ["import", "m.eml", "--into", ""], ["check", "--backup", ""],
    ])
    func `an empty path is no path`(arguments: [String]) throws {
        let outcome = try wit(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("is an empty path"))
    }

    @Test(arguments: [
        ["find", "--since", "2025", "--until", "2024"], ["find", "--near", "1,1", "--within", "0"],
        ["find", "--within", "5"], ["find", "--limit", "0"], ["undo", "--list", "3"],
        ["review", "--accept", "1", "--reject", "1"], ["review", "--accept-all", "--reject-all"],
        ["undo", "fish"], ["read"], ["find", "--bogus"], ["export", "--format", "pdf"],
    ])
    func `a wrong use is 2, and says how it is used`(arguments: [String]) throws {
        let outcome = try wit(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("Error: "))
        #expect(outcome.errors.contains("Usage: wit \(arguments[0])"))
        #expect(outcome.output.isEmpty)
    }
}
