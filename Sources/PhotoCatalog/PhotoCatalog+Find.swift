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
            let rows = PhotoRows(db)
            // Numbers first, whole rows after: what is sorted stays small.
            try Self.select(query, db) { number in
                if let row = try rows.row(number) { try body(row.record) }
            }
        }
    }

    /// How many photos a query finds.
    public func count(_ query: PhotoQuery) throws(CatalogError) -> Int {
        try reading { db in
            var count = 0
            try Self.select(query, db) { _ in count += 1 }
            return count
        }
    }

    /// Passes on the numbers of the photos that a query finds, in its order.
    private static func select(
        _ query: PhotoQuery, _ db: Database, _ body: (Int64) throws -> Void
    ) throws {
        if let limit = query.limit, limit <= 0 { return }
        let sql = QuerySQL(query)
        // Not a cached statement: the block may run the same query again.
        let statement = try db.makeStatement(
            sql: sql.statement(selecting: "photo.id, photo.latitude, photo.longitude"))
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(sql.arguments))
        var toSkip = query.offset
        var left = query.limit ?? .max
        while left > 0, let row = try cursor.next() {
            if let near = query.near {
                guard let point = Coordinate(latitude: row[1], longitude: row[2]),
                    GreatCircle.kilometres(from: near.center, to: point) <= near.kilometres
                else { continue }
            }
            if toSkip > 0 {
                toSkip -= 1
                continue
            }
            left -= 1
            try body(row[0])
        }
    }
}
