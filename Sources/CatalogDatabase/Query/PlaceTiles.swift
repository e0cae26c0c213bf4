import GRDB

/// Sixteenths of a degree of latitude and longitude, by which the index of places sorts photos: by
/// tile, within a tile by latitude and longitude.
///
/// An index of SQLite's own and no R*Tree: there an entry takes four times as long to add, which
/// was a tenth of a scan, and triggers have to keep it in step. A tile is 7 km high, so that of the
/// photos around a home few are read that lie outside a circle.
struct PlaceTiles {
    /// What makes version 6 of the catalog, which had an R*Tree before; see ``dropTree(_:)``.
    static let step = """
        DROP TRIGGER photo_place_changed;
        DROP TRIGGER photo_place_removed;
        \(index)
        """

    /// Makes the index.
    static let index = """
        CREATE INDEX photo_by_tile ON photo (
            \(number.replacing("photo.", with: "")), latitude, longitude
        ) WHERE latitude IS NOT NULL AND longitude IS NOT NULL;
        """

    /// Drops the R*Tree of former versions.
    ///
    /// SQLite does not even drop one that is damaged: that is made empty first, and where nothing
    /// helps it stays, read by nobody, since the photos themselves are whole.
    static func dropTree(_ db: Database) throws {
        let emptied = "DELETE FROM places_node; INSERT INTO places_node VALUES (1, zeroblob(1228));"
        for sql in ["DROP TABLE IF EXISTS places", "\(emptied) DROP TABLE places"] {
            do {
                try db.inSavepoint {
                    try db.execute(sql: sql)
                    return .commit
                }
                return
            } catch let error as DatabaseError
                where [.SQLITE_ERROR, .SQLITE_CORRUPT].contains(error.resultCode)
            {
                continue
            }
        }
    }

    /// Selects the numbers of the photos in the box.
    let sql: String
    /// What the statement is bound to.
    let arguments: StatementArguments

    /// The photos of a box.
    init(_ box: GreatCircle.Box) {
        let (south, north) = (box.latitudes.lowerBound, box.latitudes.upperBound)
        let (west, east) = (box.longitudes.lowerBound, box.longitudes.upperBound)
        let rows = Self.steps(south + 90)...Self.steps(north + 90)
        let columns = Self.steps(west + 180)...Self.steps(east + 180)
        let tiles: [String]
        let match: String
        if rows.count * columns.count <= Self.fewTiles {
            // Tile by tile, SQLite seeks the latitudes within each.
            tiles = rows.flatMap { row in columns.map { "\(row * Self.perRow + $0)" } }
            match = "= tile.value"
        } else {
            tiles = rows.map { row in
                let first = row * Self.perRow
                return "[\(first + columns.lowerBound),\(first + columns.upperBound)]"
            }
            match =
                "BETWEEN json_extract(tile.value, '$[0]') AND json_extract(tile.value, '$[1]')"
        }
        sql = """
            SELECT photo.id FROM json_each(?) AS tile
            CROSS JOIN photo INDEXED BY photo_by_tile ON \(Self.number) \(match)
            WHERE photo.latitude BETWEEN ? AND ? AND photo.longitude BETWEEN ? AND ?
            """
        arguments = ["[\(tiles.joined(separator: ","))]", south, north, west, east]
    }

    private static let perDegree = 16
    // Longitude 180 has a column of its own, that no other row begins with.
    private static let perRow = 360 * perDegree + 1
    private static let fewTiles = 256

    /// The number of a photo's tile in SQL, as `steps` counts.
    private static let number = """
        CAST((photo.latitude + 90) * \(perDegree) AS INTEGER) * \(perRow) \
        + CAST((photo.longitude + 180) * \(perDegree) AS INTEGER)
        """

    /// How many tiles lie below.
    private static func steps(_ degrees: Double) -> Int {
        Int(min(max(degrees, 0), 360) * Double(perDegree))
    }
}
