import GRDB
import PhotoRecord

extension PhotoCatalog {
    /// The photos that a query finds, in its order.
    public func find(_ query: PhotoQuery) throws(CatalogError) -> [PhotoRecord] {
        var found: [PhotoRecord] = []
        try forEach(query) { found.append($0) }
        return found
    }

    /// Passes on each photo that a query finds, in its order, with flat memory however many
    /// there are.
    ///
    /// All come from one moment, even if the catalog is changed meanwhile; the block may itself
    /// use the catalog.
    ///
    /// - Throws: What the catalog says, or what the block throws, in a `CatalogError` of code
    ///   `failed` if it is none.
    public func forEach(
        _ query: PhotoQuery, _ body: (PhotoRecord) throws -> Void
    ) throws(CatalogError) {
        try reading { db in
            try Self.select(query, PhotoRows.selection, db) { row, rows in
                try body(rows.row(row).record)
            }
        }
    }

    /// How many photos a query finds.
    public func count(_ query: PhotoQuery) throws(CatalogError) -> Int {
        try reading { db in
            var count = 0
            try Self.select(query, "photo.id", db) { _, _ in count += 1 }
            return count
        }
    }

    /// Steps through the rows that a query finds. The columns begin with the photo's number.
    private static func select(
        _ query: PhotoQuery, _ columns: String, _ db: Database,
        _ body: (Row, PhotoRows) throws -> Void
    ) throws {
        if let limit = query.limit, limit <= 0 { return }
        let sql = QuerySQL(query)
        let statement = try db.cachedStatement(
            sql: sql.statement(selecting: columns + ", photo.latitude, photo.longitude"))
        let cursor = try Row.fetchCursor(
            statement, arguments: StatementArguments(sql.arguments))
        let rows = PhotoRows(db)
        var toSkip = query.offset
        var left = query.limit ?? .max
        while left > 0, let row = try cursor.next() {
            if let near = query.near {
                let count = row.count
                guard
                    let point = Coordinate(latitude: row[count - 2], longitude: row[count - 1]),
                    GreatCircle.kilometres(from: near.center, to: point) <= near.kilometres
                else { continue }
            }
            if toSkip > 0 {
                toSkip -= 1
                continue
            }
            left -= 1
            try body(row, rows)
        }
    }
}
