import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// Imports that are killed, or run at the same moment.
@Suite struct KilledImportTests {
    let folder: TemporaryFolder
    let mail: String
    let count = 8

    init() throws {
        folder = try TemporaryFolder()
        mail = folder.path("mail.eml")
        let photos = try FileManager.default.contentsOfDirectory(
            atPath: Checkout.fixtures.path + "/photos"
        ).filter { $0.hasSuffix(".jpg") }.sorted().prefix(count)
        let shared = try wit("sender.sqlite")(
            ["share", "--to", "anna@example.org", "--size", "original", "--output", mail]
                + photos.map { Checkout.fixtures.path + "/photos/" + $0 })
        try #require(shared.status == 0, "\(shared.errors)")
    }

    private func wit(_ catalog: String) -> Program {
        Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path(catalog)])
    }

    /// That each photo has its picture, whole, and nothing else lies about.
    private func checkEnd(_ catalog: String, _ received: String) throws {
        let records = try wit(catalog)(["find", "--json"]).lines
            .map { try JSONValue(parsing: $0.utf8) }
        #expect(records.count == count)
        let names = try FileManager.default.contentsOfDirectory(atPath: received)
        #expect(names.count { $0.hasSuffix(".jpg") } == count, "\(names)")
        for record in records {
            let file = try #require(record["file"]?.string)
            let bytes = try #require(FileManager.default.contents(atPath: file))
            #expect(bytes.count == record["image"]?["bytes"]?.int, "\(file)")
            #expect(bytes.suffix(2) == Data([0xFF, 0xD9]), "\(file)")
        }
        #expect(try wit(catalog)(["check"]).status == 0)
    }

    @Test func `an import killed at any moment leaves whole pictures or none`() throws {
        let received = folder.path("killed")
        var killed = 0
        for step in 1...24 {
            killed +=
                try wit("killed.sqlite").killed(
                    after: Double(step) * 0.02, ["import", mail, "--into", received]) ? 1 : 0
            let names = (try? FileManager.default.contentsOfDirectory(atPath: received)) ?? []
            for name in names where name.hasSuffix(".jpg") {
                let bytes = FileManager.default.contents(atPath: received + "/" + name)
                #expect(bytes?.suffix(2) == Data([0xFF, 0xD9]), "\(name) after kill \(step)")
            }
        }
        print("killed \(killed) of 24 imports")
        #expect(killed > 3)
        let last = try wit("killed.sqlite")(["import", mail, "--into", received])
        #expect(last.status == 0, "\(last.errors)")
        try checkEnd("killed.sqlite", received)
    }

    @Test func `imports at the same moment take nothing from each other`() throws {
        let received = folder.path("both")
        // A catalog that is there: who makes it is another matter.
        #expect(try wit("both.sqlite")(["catalog", folder.path("sender.sqlite")]).status != 3)
        let running = try (0..<4).map { _ in
            try wit("both.sqlite").started(["import", mail, "--into", received, "--json"])
        }
        // Signal 0 asks nothing of them.
        let ended = running.map { $0.ended(by: 0) }
        for outcome in ended { #expect(outcome.status == 0, "\(outcome.errors)") }
        try checkEnd("both.sqlite", received)
    }
}
