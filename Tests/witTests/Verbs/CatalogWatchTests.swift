import Foundation
import TestSupport
import Testing

/// `wit catalog --watch` as a person runs it.
@Suite struct CatalogWatchTests {
    let folder: TemporaryFolder
    let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
        try FileManager.default.createDirectory(
            atPath: folder.path("photos"), withIntermediateDirectories: false)
        try put(1, "photos/a.jpg")
    }

    private func put(_ index: Int, _ name: String) throws {
        try Data(KilledScanTests.jpeg(index)).write(to: folder.url.appending(path: name))
    }

    private func wait(_ what: String, until isSo: () throws -> Bool) async throws {
        for _ in 0..<600 {
            if try isSo() { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        Issue.record("\(what) did not come")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a line says what each round did, and a signal ends it cleanly`(number: Int32) async throws
    {
        let running = try wit.started(["catalog", "--watch", folder.path("photos")])
        try await wait("the first scan") { running.output.contains("Watching") }
        try put(2, "photos/b.jpg")
        try await wait("a line") { running.output.split(separator: "\n").count == 3 }
        try FileManager.default.moveItem(
            atPath: folder.path("photos/a.jpg"), toPath: folder.path("photos/c.jpg"))
        try await wait("a second line") { running.output.contains("1 moved.") }
        let outcome = running.ended(by: number)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("stopped watching"), "\(outcome.errors)")
        #expect(outcome.lines.count == 4, "\(outcome.output)")
        #expect(outcome.lines.first == "Photos: 1 added.")
        #expect(try wit(["check"]).output.contains("2 photos"))
    }

    @Test func `with --json each round is an object`() async throws {
        let running = try wit.started(["catalog", "--watch", "--json", folder.path("photos")])
        try await wait("the first scan") { running.output.contains("\"unchanged\"") }
        try put(2, "photos/b.jpg")
        try await wait("a round") { running.output.split(separator: "\n").count == 2 }
        let outcome = running.ended(by: SIGTERM)
        for line in outcome.lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["added"] as? Int == 1)
            #expect((object?["at"] as? String)?.hasSuffix("Z") == true)
        }
    }

    @Test func `with --quiet nothing is said`() async throws {
        let running = try wit.started(["catalog", "--watch", "-q", folder.path("photos")])
        try await wait("the first scan") {
            try wit(["find", "--json"]).output.contains("a.jpg")
        }
        try put(2, "photos/b.jpg")
        try await wait("the second photo") {
            try wit(["find", "--json"]).output.contains("b.jpg")
        }
        let outcome = running.ended(by: SIGTERM)
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.isEmpty)
    }

    @Test func `contradictory arguments are refused`() throws {
        let outcome = try wit(["catalog", "--watch", "--dry-run", folder.path("photos")])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("--dry-run"))
    }
}
