import GRDB
import Testing

@testable import CatalogDatabase

@Suite struct SelectedColumnTests {
    private enum Column: Int, SelectedColumn {
        case path, size, isLarge

        var expression: String { self == .isLarge ? "size > 10" : "\(self)" }
    }

    private func database() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE file (size INTEGER, note TEXT, path TEXT);
                    INSERT INTO file VALUES (7, 'n', 'a'), (NULL, 'n', 'b'), (12, 'n', 'c');
                    """)
        }
        return queue
    }

    @Test func `each column gives its own value, in rows at hand and in copied ones`() throws {
        try database().read { db in
            let sql = "SELECT \(Column.list), note FROM file ORDER BY path"
            let cursor = try Row.fetchCursor(db, sql: sql)
            let atHand =
                try Array(cursor.map { ($0[Column.path], $0[Column.size], $0["note"]) })
                as [(String, Int?, String)]
            #expect(atHand.map(\.0) == ["a", "b", "c"])
            #expect(atHand.map(\.1) == [7, nil, 12])
            #expect(atHand.map(\.2) == ["n", "n", "n"])
            let large = try Row.fetchAll(db, sql: sql).map { $0[Column.isLarge] as Bool? }
            #expect(large == [false, nil, true])
        }
    }

    @Test func `a statement read in place gives the same by the same columns`() throws {
        try database().read { db in
            let statement = try DirectStatement(
                db, "SELECT \(Column.list) FROM file WHERE path = 'c'")
            #expect(try statement.next())
            var path: [UInt8] = []
            statement.appendText(Column.path, to: &path)
            #expect(path == Array("c".utf8))
            #expect(statement.number(Column.size) == 12)
            #expect(statement.number(Column.isLarge) == 1)
            statement.finish()
        }
    }

    @Test func `a photo is read by the names of the columns that it is written to`() throws {
        let fixture = try CatalogFixture()
        try fixture.catalog.reading { db in
            let statement = try db.makeStatement(sql: "SELECT \(PhotoRows.selection) FROM photo")
            let stored = PhotoRows.Column.stored
            #expect(stored.map(\.name) == stored.map { statement.columnNames[$0.rawValue] })
            #expect(statement.columnCount == PhotoRows.Column.allCases.count)
        }
    }
}
