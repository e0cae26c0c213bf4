import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@Suite struct ShareSeriesVerbTests {
    let folder: TemporaryFolder
    let wit: Program
    let photos: [String]

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
        let drawn = Checkout.fixtures.path + "/photos/"
        photos = try FileManager.default.contentsOfDirectory(atPath: drawn).sorted()
            .filter { $0.hasSuffix(".jpg") }.map { drawn + $0 }
    }

    private func share(_ output: String, _ more: String...) throws -> Program.Outcome {
        try wit(
            ["share"] + photos
                + ["--to", "anna@example.org", "--size", "small", "--output", output] + more)
    }

    /// What a new catalog says after an import of some mails, without what tells the mails apart.
    private func imported(_ mails: [String], _ name: String) throws -> (Set<String>, String) {
        let catalog = folder.path(name + "/catalog.sqlite")
        try FileManager.default.createDirectory(
            atPath: folder.path(name), withIntermediateDirectories: true)
        let outcome = try wit(["import"] + mails + ["--catalog", catalog])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = try wit(["export", "--json", "--catalog", catalog]).lines
        let records = try lines.map { line in
            var record = try JSONValue(parsing: line.utf8).object ?? [:]
            record["provenance"] = nil
            record["file"] = record["file"]?.string?.split(separator: "/").last
                .map { .string(String($0)) }
            return JSONValue.object(record).text
        }
        return (Set(records), outcome.errors)
    }

    @Test func `several mails are imported like one long one, in any order`() throws {
        #expect(try share("one.eml").status == 0)
        let split = try share("mail.eml", "--max-bytes", "600kB", "--json")
        #expect(split.status == 0, "\(split.errors)")
        let mails = try split.lines.compactMap {
            try JSONValue(parsing: $0.utf8)["output"]?.string
        }
        #expect(mails == (1...mails.count).map { "mail-\($0).eml" })
        try #require(mails.count > 2)
        for mail in mails {
            let size = try Data(contentsOf: folder.url.appending(path: mail)).count
            #expect(size <= 600_000)
        }
        let whole = try imported(["one.eml"], "whole")
        let parts = try imported(mails.reversed(), "parts")
        #expect(whole.0.count == photos.count)
        #expect(parts.0 == whole.0)
        #expect(parts.1.isEmpty)
    }

    @Test func `mails that are missing are reported until they come`() throws {
        #expect(try share("mail.eml", "--max-bytes", "600kB").status == 0)
        let count = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            .count { $0.hasPrefix("mail-") }
        try #require(count == 4)
        let first = try imported(["mail-2.eml"], "some").1
        #expect(
            first.hasPrefix("wit: mails 1, 3 and 4 of 4 of the share “")
                && first.hasSuffix("” have not been imported\n"))
        let second = try imported(["mail-4.eml", "mail-3.eml"], "some").1
        #expect(second.hasPrefix("wit: mail 1 of 4 of the share “"))
        #expect(try imported(["mail-1.eml"], "some").1.isEmpty)
        // Taken in again, with nothing missing, nothing is said.
        #expect(try imported(["mail-2.eml"], "some").1.isEmpty)
    }

    @Test func `several mails do not go to stdout, nor over one that is there`() throws {
        let refused = try share("-", "--max-bytes", "600kB")
        #expect(refused.status == 1)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.contains("make 4"))
        try Data("mine".utf8).write(to: folder.url.appending(path: "mail-3.eml"))
        let there = try share("mail.eml", "--max-bytes", "600kB")
        #expect(there.status == 1)
        #expect(there.errors.contains("mail-3.eml"))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(files.filter { $0.hasSuffix(".eml") || $0.hasPrefix(".wit") } == ["mail-3.eml"])
    }

    @Test func `only files that are written must be free`() throws {
        try Data("mine".utf8).write(to: folder.url.appending(path: "mail.eml"))
        #expect(try share("mail.eml", "--max-bytes", "600kB").status == 0)
        #expect(try Data(contentsOf: folder.url.appending(path: "mail.eml")) == Data("mine".utf8))
        let one = try share("mail.eml", "--max-bytes", "20MB")
        #expect(one.status == 1 && one.errors.contains("mail.eml: already exists"))
        #expect(try Data(contentsOf: folder.url.appending(path: "mail.eml")) == Data("mine".utf8))
    }

    @Test func `a photo too large for any mail is named, and nothing is written`() throws {
        let refused = try share("mail.eml", "--max-bytes", "20k")
        #expect(refused.status == 1)
        #expect(refused.errors.contains(photos[0]))
        #expect(refused.errors.contains("more than the limit of 20000"))
        #expect(
            try !FileManager.default.contentsOfDirectory(atPath: folder.url.path)
                .contains { $0.hasSuffix(".eml") })
    }

    @Test(arguments: ["0", "-5", "ten", "10X", "1.5.2M", "", "M"])
    func `an invalid limit is refused`(limit: String) throws {
        #expect(try share("m.eml", "--max-bytes", limit).status == 2)
    }
}
