import CatalogDatabase
import PhotoRecords
import TestSupport
import Testing

@Suite struct KnownFileCursorTests {
    let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    private func add(_ paths: [String]) throws {
        _ = try fixture.catalog.add(
            paths.enumerated().map { .made($1, fingerprint: String(1_000_000 + $0)) })
    }

    private func listed(_ path: String) throws -> [String] {
        var cursor = try KnownFileCursor(fixture.catalog, under: path)
        var paths: [String] = []
        while cursor.file != nil {
            paths.append(String(decoding: cursor.path, as: UTF8.self))
            try cursor.advance()
        }
        return paths
    }

    @Test func `files come in byte order, with look-alike names left out`() throws {
        try add([
            "/p/a", "/p/b/c", "/p.x", "/p0", "/pq/a", "/q", "/p/ä", "/p/a-", "/p/a.b", "/p/a0",
        ])
        #expect(try listed("/p") == ["/p/a", "/p/a-", "/p/a.b", "/p/a0", "/p/b/c", "/p/ä"])
        #expect(try listed("/p/") == listed("/p"))
        #expect(try listed("/p/b/c") == ["/p/b/c"])
        #expect(try listed("/").count == 10)
        #expect(try listed("/none").isEmpty)
    }

    @Test func `more files than a page holds come each once`() throws {
        let paths = (0..<9_000).map { "/p/\(10_000 + $0)" }
        try add(paths)
        #expect(try listed("/p") == paths)
    }

    @Test func `what is written before the cursor's place is not met`() throws {
        try add(["/p/b", "/p/d"])
        var cursor = try KnownFileCursor(fixture.catalog, under: "/p")
        #expect(cursor.comparePath(to: Array("/p/a".utf8)) > 0)
        #expect(cursor.comparePath(to: Array("/p/b".utf8)) == 0)
        #expect(cursor.comparePath(to: Array("/p/b1".utf8)) < 0)
        #expect(cursor.pathBegins(with: Array("/p/".utf8)))
        #expect(!cursor.pathBegins(with: Array("/p/b/".utf8)))
        #expect(cursor.file?.missing == false)
        _ = try fixture.catalog.add([.made("/p/a", fingerprint: "aa")])
        try cursor.advance()
        #expect(Array(cursor.path) == Array("/p/d".utf8))
        try cursor.advance()
        #expect(cursor.file == nil)
        #expect(cursor.comparePath(to: Array("/p/z".utf8)) > 0)
    }
}
