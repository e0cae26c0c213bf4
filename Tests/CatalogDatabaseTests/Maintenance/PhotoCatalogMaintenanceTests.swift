import Files
import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

@Suite struct PhotoCatalogMaintenanceTests {
    private let fixture: CatalogFixture
    private let id: RecordID
    private let file: String

    init() throws {
        fixture = try CatalogFixture()
        file = try fixture.touch("a.jpg")
        var scanned = ScannedFile.made(file) {
            $0.name = "Kite"
            $0.location = location(10, 20)
        }
        scanned.stamp = try #require(FileChecks.stamp(file))
        id = try fixture.scan(scanned).id
    }

    private func codes(_ files: FileCheck = .none) throws -> Set<FindingCode> {
        Set(try fixture.catalog.check(files: files).map(\.code))
    }

    private func damage(_ sql: String) throws {
        try fixture.catalog.writingWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: sql)
            try db.execute(sql: "PRAGMA foreign_keys = ON")
        }
    }

    private static let damages: [(String, FindingCode)] = [
        ("INSERT INTO words (words) VALUES ('delete-all')", .catalogWords),
        ("INSERT INTO words (rowid, name) VALUES (99, 'ghost')", .catalogWords),
        ("UPDATE photo SET missing = 1", .catalogPresence),
        (
            """
            INSERT INTO file (path, photo, size, modified, inode, said)
            VALUES ('/x', 99, 1, 1, 1, x'00')
            """, .catalogOrphan
        ),
    ]

    @Test(arguments: PhotoCatalogMaintenanceTests.damages)
    func `damage to what can be rebuilt is found and repaired`(sql: String, code: FindingCode)
        throws
    {
        #expect(try codes() == [])
        try damage(sql)
        #expect(try codes().contains(code))
        try fixture.catalog.repair()
        #expect(try codes() == [])
        #expect(try fixture.catalog.find(PhotoQuery(words: ["kite"])).map(\.id) == [id])
    }

    @Test(arguments: ["regions = '{'", "findings = '[1'", "extra = 'x'", "record_id = x'00'"])
    func `a record that cannot be read is found, the others still are`(sql: String) throws {
        try damage("UPDATE photo SET \(sql)")
        #expect(try codes() == [.catalogRecord])
    }

    @Test func `a finding names the tables, the number or the photo that is meant`() throws {
        try damage(
            """
            INSERT INTO file (path, photo, size, modified, inode, said)
                VALUES ('/x', 99, 1, 1, 1, x'00');
            INSERT INTO offered (photo, field, hash) VALUES (77, 'name', 1);
            UPDATE photo SET missing = 1, regions = '{';
            UPDATE photo SET folded_words = 'other';
            """)
        let findings = try fixture.catalog.check(files: .none)
        let sentences = findings.map(\.message)
        for sentence in [
            "A row of “file” refers to a row of “photo” that does not exist.",
            "Proposals or changes refer to photo number 77, which does not exist.",
            "Photo \(id.text) is wrongly marked as missing or as present.",
            "Photo \(id.text) cannot be found by all of its words.",
        ] { #expect(sentences.contains(sentence)) }
        #expect(findings.first { $0.code == .catalogRecord }?.place == "photo \(id.text)")
    }

    @Test func `files are compared with what is known of them`() throws {
        #expect(try codes(.stamps) == [])
        try Data("another length".utf8).write(to: URL(filePath: file))
        #expect(try codes(.stamps) == [.fileChanged])
        try fixture.remove("a.jpg")
        #expect(try codes(.stamps) == [.fileGone])
        try fixture.catalog.markMissing([file])
        #expect(try codes(.stamps) == [])
        _ = try fixture.touch("a.jpg")
        #expect(try codes(.stamps) == [.fileReturned])
    }

    @Test func `bytes that changed under an unchanged stamp are damage`() throws {
        let good = FileCheck.contents { _ in String(repeating: "0a", count: 32) }
        let bad = FileCheck.contents { _ in String(repeating: "0b", count: 32) }
        #expect(try codes(good) == [])
        #expect(try fixture.photo(id).image?.sha256 == String(repeating: "0a", count: 32))
        #expect(try codes(good) == [])
        #expect(try codes(bad) == [.fileDamaged])
        #expect(
            try codes(.contents { _ in throw CocoaError(.fileReadNoPermission) })
                == [.fileUnreadable])
    }

    @Test(arguments: [PhotoCatalog.Access.readWrite, .readOnly])
    func `a backup is a whole catalog, and replaces nothing unless told`(
        access: PhotoCatalog.Access
    ) throws {
        let catalog = try PhotoCatalog(path: fixture.path, access: access)
        let copy = fixture.folder.path("copy ü%20?.wit")
        try catalog.backup(to: copy)
        let before = try Data(contentsOf: URL(filePath: copy))
        let error = #expect(throws: WitError(.fileExists, "")) {
            try catalog.backup(to: copy)
        }
        #expect(error?.message.contains(copy) == true)
        #expect(try Data(contentsOf: URL(filePath: copy)) == before)
        try fixture.catalog.edit([.name("Heron", of: id)], summary: "name")
        try catalog.backup(to: copy, overwriting: true)
        let backup = try PhotoCatalog(path: copy, access: .readWrite)
        #expect(try backup.record(id)?.name == "Heron")
        #expect(try backup.check(files: .none) == [])
        #expect(try backup.undo().undoes != nil)
        #expect(throws: WitError.self) { try catalog.backup(to: "/nonexistent/x/copy.wit") }
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
        #expect(!names.contains { $0.contains("partial") })
    }

    @Test func `a catalog opened for reading is checked without being written`() throws {
        let catalog = try PhotoCatalog(path: fixture.path, access: .readOnly)
        #expect(try catalog.check(files: .stamps) == [])
    }

    @Test func `the facts count what is there`() throws {
        try fixture.scan(.made("/p/b", fingerprint: "02"))
        try fixture.catalog.markMissing(["/p/b"])
        var expected = CatalogCounts()
        expected.photos = 2
        expected.files = 2
        expected.missing = 1
        expected.located = 1
        expected.named = 1
        #expect(try fixture.catalog.counts == expected)
        #expect(expected.json["photos"] == 2)
    }
}
