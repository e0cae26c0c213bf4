import GRDB

/// The numbers of the photos in the boxes around a circle, read as far as they are wanted.
final class PlaceNumbers {
    /// What was read so far; each photo's number once.
    private(set) var numbers: [Int64] = []
    private let cursor: DirectStatement?
    /// Whether that is all of them.
    private(set) var isComplete: Bool

    init(_ near: PhotoQuery.Near, _ db: Database) throws {
        // The boxes of a circle over the antimeridian touch nowhere else: no number comes twice.
        let parts = GreatCircle.boxes(around: near).map { PlaceTiles($0) }
        isComplete = parts.isEmpty
        cursor =
            try parts.isEmpty
            ? nil
            : DirectStatement(
                db, parts.map(\.sql).joined(separator: " UNION ALL "),
                parts.map(\.arguments).reduce([], +))
    }

    /// Reads on until there are more numbers than `bound`; true if it has them all.
    func read(upTo bound: Int) throws -> Bool {
        while !isComplete && numbers.count <= bound {
            guard let cursor, try cursor.next() else {
                isComplete = true
                break
            }
            numbers.append(cursor.number(0))
        }
        return isComplete
    }
}
