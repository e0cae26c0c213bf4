import GRDB

/// The numbers of the photos in the boxes around a circle, read as far as they are wanted.
final class PlaceNumbers {
    /// What was read so far; each photo's number once.
    private(set) var numbers: [Int64] = []
    private let cursor: FastDatabaseValueCursor<Int64>?
    /// Whether that is all of them.
    private(set) var isComplete: Bool

    init(_ near: PhotoQuery.Near, _ db: Database) throws {
        let boxes = GreatCircle.boxes(around: near)
        isComplete = boxes.isEmpty
        cursor =
            try boxes.isEmpty
            ? nil : Int64.fetchCursor(db, sql: Self.sql(boxes), arguments: Self.arguments(boxes))
    }

    /// Reads on until there are more numbers than `bound`; true if it has them all.
    func read(upTo bound: Int) throws -> Bool {
        while !isComplete && numbers.count <= bound {
            guard let number = try cursor?.next() else {
                isComplete = true
                break
            }
            numbers.append(number)
        }
        return isComplete
    }

    // The boxes of a circle over the antimeridian touch nowhere else: no number comes twice.
    private static func sql(_ boxes: [GreatCircle.Box]) -> String {
        boxes.map { _ in
            """
            SELECT id FROM places WHERE max_latitude >= ? AND min_latitude <= ?
            AND max_longitude >= ? AND min_longitude <= ?
            """
        }.joined(separator: " UNION ALL ")
    }

    private static func arguments(_ boxes: [GreatCircle.Box]) -> StatementArguments {
        StatementArguments(
            boxes.flatMap {
                [
                    $0.latitudes.lowerBound, $0.latitudes.upperBound, $0.longitudes.lowerBound,
                    $0.longitudes.upperBound,
                ]
            })
    }
}
