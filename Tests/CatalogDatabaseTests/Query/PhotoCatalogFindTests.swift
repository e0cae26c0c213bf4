import CatalogDatabase
import Foundation
import PhotoRecords
import Testing

@Suite struct PhotoCatalogFindTests {
    private let fixture: CatalogFixture

    init() throws {
        fixture = try CatalogFixture()
        try fixture.scan(
            .made("/p/kite", fingerprint: "00") {
                $0.name = "Red kite"
                $0.caption = "Above the \"barn\""
                $0.keywords = ["bird", "bird of prey"]
                $0.taken = time("2024-05-01T10:22:33.12")
                $0.location = location(48.85837, 2.29448)
            })
        try fixture.scan(
            .made("/p/fiji-east", fingerprint: "01") {
                $0.people = ["Émile Zola"]
                $0.taken = time("2024-05-01T23:59:59")
                $0.location = location(-17, 179.99)
            })
        try fixture.scan(
            .made("/p/fiji-west", fingerprint: "02") {
                $0.keywords = ["BIRDS"]
                $0.taken = time("2024-05-02")
                $0.location = location(-17, -179.99)
            })
        try fixture.scan(
            .made("/p/pole", fingerprint: "03") {
                $0.name = "Pole 🪁"
                $0.location = location(89.99, 100)
                $0.taken = time("2024-05-02T00:00:01")
            })
        try fixture.scan(
            .made("/p/place", fingerprint: "04") {
                var place = Location()
                place.place = Place(name: "Paris", region: "Île-de-France", country: "FR")
                $0.location = place
            })
    }

    private func names(_ query: PhotoQuery) throws -> [String] {
        let found = try fixture.catalog.find(query)
        #expect(try fixture.catalog.count(query) == found.count)
        return found.compactMap { $0.file.map { String($0.dropFirst(3)) } }
    }

    private static let wordCases: [([String], [String])] = [
        (["kite"], ["kite"]), (["KIT"], ["kite"]), (["ite"], []), (["red", "kite"], ["kite"]),
        (["red kit"], ["kite"]), (["kite red"], []), (["kite", "paris"], []),
        (["emile"], ["fiji-east"]), (["ile de france"], ["place"]), (["fr"], ["place"]),
        (["bird"], ["fiji-west", "kite"]), (["🪁"], ["pole"]), (["pole", "🪁"], ["pole"]),
        (["pole 🪁"], ["pole"]), (["🦅"], []),
    ]

    @Test(arguments: PhotoCatalogFindTests.wordCases)
    func `words are found by their beginnings, in any field`(words: [String], found: [String])
        throws
    {
        #expect(try names(PhotoQuery(words: words)).sorted() == found)
    }

    @Test(
        arguments: [
            "\"", "\"\"", "a\"b", "'", "*", "kite*", "AND", "OR", "NOT kite", "NEAR(kite red)",
            "name:kite", "name : kite", "{name}", "^kite", "kite -red", "(", ")", "kite AND (", ":",
            "-", "+", "\\", ";", "\0", "kite\0", "", " ", "\n", "%", "_", "?", "{",
            "words MATCH 'x'",
        ])
    func `nothing that a person types is an operator or an error`(text: String) throws {
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let found = try names(PhotoQuery(words: [text])).sorted()
        switch words.count {
        // Marks are looked for as they are, which few photos have; blanks ask for nothing.
        case 0:
            let all = try names(PhotoQuery()).sorted()
            let isBlank = text.allSatisfy { $0.isWhitespace || $0 == "\0" }
            #expect(isBlank ? found == all : found.count < all.count)
        case 1: #expect(try found == names(PhotoQuery(words: words)).sorted())
        // Words one behind the other, which no photo says.
        default: #expect(found == [])
        }
        for field in [\PhotoQuery.keyword, \.person] {
            var query = PhotoQuery()
            query[keyPath: field] = text
            #expect(try names(query) == [])
        }
    }

    private static let circleCases: [(Double, Double, Double, [String])] = [
        (48.85837, 2.29448, 0.001, ["kite"]), (48.86, 2.29448, 1, ["kite"]),
        (48.86, 2.29448, 0.1, []), (-17, 180, 2, ["fiji-east", "fiji-west"]),
        (-17, -180, 2, ["fiji-east", "fiji-west"]), (-17, 179.995, 1, ["fiji-east"]),
        (-17, -179.995, 1, ["fiji-west"]), (90, 0, 2, ["pole"]), (89.99, -80, 3, ["pole"]),
        (-90, 0, 20_100, ["fiji-east", "fiji-west", "kite", "pole"]), (0, 0, 0, []),
    ]

    @Test(arguments: PhotoCatalogFindTests.circleCases)
    func `a circle holds over the antimeridian and the poles`(
        latitude: Double, longitude: Double, kilometres: Double, found: [String]
    ) throws {
        var query = PhotoQuery()
        let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
        query.near = PhotoQuery.Near(center, kilometres: kilometres)
        #expect(try names(query).sorted() == found)
    }

    private static let dateCases: [(String?, String?, [String])] = [
        (nil, "2024-05-01", ["fiji-east", "kite"]), (nil, "2024-05-01T10:22:33", ["kite"]),
        (nil, "2024-05-01T10:22:33.11", []), (nil, "2024-05-01T10:22:33.12", ["kite"]),
        (nil, "2024-05-01T10:22:32", []), ("2024-05-02", nil, ["pole", "fiji-west"]),
        ("2024-05-01T10:22:33.2", "2024-05-01", ["fiji-east"]),
        ("2024-05-01T10:22:33.12", "2024-05-01", ["fiji-east", "kite"]),
        ("2024-05-03", nil, []),
    ]

    @Test(arguments: PhotoCatalogFindTests.dateCases)
    func `dates bound what is found, the last day included`(
        since: String?, until: String?, found: [String]
    ) throws {
        var query = PhotoQuery()
        query.since = since.flatMap(moment)
        query.until = until.flatMap(moment)
        #expect(try names(query) == found)
    }

    private static let keywordCases: [(String, [String])] = [
        ("bird", ["kite"]), ("Birds", ["fiji-west"]), ("prey", []), ("BIRD OF PREY", ["kite"]),
    ]

    @Test(arguments: PhotoCatalogFindTests.keywordCases)
    func `a keyword is found whole`(keyword: String, found: [String]) throws {
        var query = PhotoQuery()
        query.keyword = keyword
        #expect(try names(query) == found)
    }

    private static let personCases: [(String, [String])] = [
        ("émile zola", ["fiji-east"]), ("Émile", []), ("Anna", []),
    ]

    @Test(arguments: PhotoCatalogFindTests.personCases)
    func `a person is found by the whole name`(person: String, found: [String]) throws {
        var query = PhotoQuery()
        query.person = person
        #expect(try names(query) == found)
    }

    @Test func `conditions hold together`() throws {
        var query = PhotoQuery(words: ["bird"])
        query.unnamed = true
        #expect(try names(query) == ["fiji-west"])
        query.until = moment("2024-05-01")
        #expect(try names(query).isEmpty)
        query = PhotoQuery()
        query.unlocated = true
        #expect(try names(query) == ["place"])
    }

    @Test func `photos come in the order asked for, a page at a time`() throws {
        var query = PhotoQuery()
        let newest = ["pole", "fiji-west", "fiji-east", "kite", "place"]
        #expect(try names(query) == newest)
        query.order = .oldestFirst
        #expect(try names(query) == ["kite", "fiji-east", "fiji-west", "pole", "place"])
        query.order = .added
        #expect(try names(query) == ["kite", "fiji-east", "fiji-west", "pole", "place"])
        query.order = .newestFirst
        query.limit = 2
        #expect(try names(query) == Array(newest[..<2]))
        query.offset = 4
        #expect(try names(query) == Array(newest[4...]))
        query.limit = 0
        #expect(try names(query).isEmpty)
    }

    @Test func `the catalog can be used, and changed, while photos are passed on`() throws {
        var seen = 0
        try fixture.catalog.forEach(PhotoQuery()) { photo in
            guard let id = photo.id else { return }
            seen += 1
            #expect(try fixture.catalog.record(id) == photo)
            try fixture.catalog.edit([.name("Photo \(seen)", of: id)], summary: "name")
        }
        #expect(seen == 5)
        #expect(try names(PhotoQuery(words: ["photo"])).count == 5)
    }

    @Test func `an edit is found at once and the former words no more`() throws {
        let id = try fixture.catalog.resolve("/p/kite")
        try fixture.catalog.edit(
            [.name("Heron", of: id), .location(location(10, 10), of: id)], summary: "edit")
        #expect(try names(PhotoQuery(words: ["heron"])) == ["kite"])
        #expect(try names(PhotoQuery(words: ["red"])).isEmpty)
        var query = PhotoQuery()
        query.near = .init(try #require(Coordinate(latitude: 10, longitude: 10)), kilometres: 1)
        #expect(try names(query) == ["kite"])
        #expect(try fixture.catalog.check(files: .none) == [])
    }
}
