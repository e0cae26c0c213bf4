import Foundation
import GRDB
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// Words are folded alike in every script, in the index and in what is looked for.
@Suite struct FoldedWordsTests {
    private let fixture: CatalogFixture

    init() throws {
        fixture = try CatalogFixture()
        try fixture.scan(
            .made("/p/boat", fingerprint: "00") {
                $0.name = "Κόκκινη βάρκα"
                $0.caption = "Vor der Straße"
                $0.keywords = ["θάλασσα", "plain", "Ёлка", "Straßenfest"]
                $0.people = ["Łukasz Müller"]
            })
        try fixture.scan(
            .made("/p/tower", fingerprint: "01") {
                $0.name = "東京タワー"
                $0.caption = "ＴＯＫＹＯ ｶﾞｲﾄﾞ"
                var place = Location()
                place.place = Place(name: "กรุงเทพมหานคร", country: "TH")
                $0.location = place
            })
        try fixture.scan(
            .made("/p/plain", fingerprint: "02") { $0.name = "Pirámides de Teotihuacán" })
    }

    private func found(_ query: PhotoQuery) throws -> [String] {
        try fixture.catalog.find(query).compactMap { $0.file.map { String($0.dropFirst(3)) } }
            .sorted()
    }

    private func check() throws -> [FindingCode] {
        try fixture.catalog.check(files: .none).map(\.code)
    }

    private static let cases: [(String, [String])] = [
        ("βαρκα", ["boat"]), ("ΒΆΡΚΑ", ["boat"]), ("βάρ", ["boat"]), ("βα\u{301}ρκα", ["boat"]),
        ("κοκκινη βαρκα", ["boat"]), ("βαρκα vor", []), ("strasse", ["boat"]),
        ("STRASSENFEST", ["boat"]), ("straße", ["boat"]), ("елка", ["boat"]),
        ("θαλασσα plain", []), ("lukasz", ["boat"]), ("muller", ["boat"]), ("東京", ["tower"]),
        ("京タ", ["tower"]), ("タワ", ["tower"]), ("京東", []), ("tokyo", ["tower"]),
        ("ガイド", ["tower"]), ("กรุงเทพ", ["tower"]), ("เทพ", ["tower"]), ("piramides", ["plain"]),
        ("ΠΙΡ", []), ("ＰＩＲＡＭＩＤＥＳ", ["plain"]),
    ]

    @Test(arguments: FoldedWordsTests.cases)
    func `a word is found however it is written`(word: String, photos: [String]) throws {
        #expect(try found(PhotoQuery(words: [word])) == photos)
    }

    @Test func `keywords and people are found whole, folded`() throws {
        for (keyword, photos) in [
            ("θαλασσα", ["boat"]), ("ΘΆΛΑΣΣΑ", ["boat"]), ("strassenfest", ["boat"]),
            ("елка", ["boat"]),
            ("θαλ", []), ("lukasz muller", []),
        ] {
            var query = PhotoQuery()
            query.keyword = keyword
            #expect(try found(query) == photos, "\(keyword)")
        }
        var query = PhotoQuery()
        query.person = "lukasz muller"
        #expect(try found(query) == ["boat"])
    }

    @Test func `words follow what is edited and undone, and the index agrees`() throws {
        #expect(try check() == [])
        let photo = try #require(try fixture.catalog.find(PhotoQuery(words: ["βαρκα"])).first)
        let edit = PhotoEdit.name("Ψάρι", of: try #require(photo.id))
        let change = try #require(try fixture.catalog.edit([edit], summary: "edit name"))
        #expect(try found(PhotoQuery(words: ["ψαρι"])) == ["boat"])
        #expect(try found(PhotoQuery(words: ["βαρκα"])) == [])
        #expect(try check() == [])
        _ = try fixture.catalog.undo(change.number)
        #expect(try found(PhotoQuery(words: ["ψαρι"])) == [])
        #expect(try found(PhotoQuery(words: ["βαρκα"])) == ["boat"])
        #expect(try check() == [])
    }

    @Test func `any SQLite can read the index, test it and build it again`() throws {
        let queue = try DatabaseQueue(path: fixture.catalog.path)
        try queue.write { db in
            func count(_ word: String) throws -> Int? {
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM words WHERE words MATCH ?", arguments: [word])
            }
            #expect(try count("βαρκα") == 1)
            try db.execute(sql: "INSERT INTO words (words, rank) VALUES ('integrity-check', 1)")
            try db.execute(sql: "INSERT INTO words (words) VALUES ('rebuild')")
            #expect(try count("βαρκα") == 1)
            try db.execute(sql: "UPDATE photo SET folded_words = 'wrong' WHERE name LIKE '%タ%'")
            try db.execute(sql: "INSERT INTO words (words, rank) VALUES ('integrity-check', 1)")
        }
        try queue.close()
        #expect(try check() == [.catalogWords])
        try fixture.catalog.repair()
        #expect(try check() == [])
        #expect(try found(PhotoQuery(words: ["東京"])) == ["tower"])
        #expect(try found(PhotoQuery(words: ["wrong"])) == [])
    }

    @Test func `an older catalog's words are folded when it is opened`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("old.sqlite")
        let step = try #require(CatalogSchema.steps.firstIndex(of: FoldedWords.step))
        try OldCatalog.make(path, steps: step)
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO traits VALUES (1, '{}');
                    INSERT INTO photo (record_id, name, keywords, region_names, traits) VALUES
                        (randomblob(16), 'βάρκα', '["Straße","plain"]', 'Ёлка' || char(10) || 'b', 1),
                        (randomblob(16), 'plain', NULL, NULL, 1), (randomblob(16), NULL, NULL, NULL, 1);
                    INSERT INTO words (words) VALUES ('rebuild');
                    """)
        }
        try queue.close()
        let catalog = try PhotoCatalog(path: path, access: .readWrite)
        for (word, count) in [
            ("βαρκα", 1), ("strasse", 1), ("елка", 1), ("plain", 2), ("елка b", 0),
        ] {
            #expect(try catalog.count(PhotoQuery(words: [word])) == count, "\(word)")
        }
        #expect(try catalog.check(files: .none).map(\.code).filter { $0 == .catalogWords } == [])
    }

    @Test func `what SQLite is said to fold alike, it does`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE VIRTUAL TABLE t USING fts5(
                        a, tokenize = 'unicode61 remove_diacritics 2');
                    CREATE VIRTUAL TABLE v USING fts5vocab(t, instance);
                    """)
            let scalars = (0x20..<UInt32(0x800)).compactMap(Unicode.Scalar.init)
                .filter { Folding.isFoldedAlikeBySQLite(String($0)) }
            #expect(scalars.count > 900)
            for scalar in scalars {
                let text = "x\(scalar)y"
                for (row, text) in [(0, text), (1, Folding.segmented(text))] {
                    try db.execute(
                        sql: "INSERT INTO t (rowid, a) VALUES (?, ?)",
                        arguments: [2 * Int(scalar.value) + row, text])
                }
            }
            var terms: [Int: [String]] = [:]
            let rows = try Row.fetchCursor(db, sql: "SELECT term, doc FROM v ORDER BY doc, offset")
            while let row = try rows.next() { terms[row[1], default: []].append(row[0]) }
            let others = scalars.map { Int($0.value) }.filter {
                terms[2 * $0] != terms[2 * $0 + 1]
            }
            #expect(others == [])
        }
    }
}
