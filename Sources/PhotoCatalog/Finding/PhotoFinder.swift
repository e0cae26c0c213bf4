import Foundation
import GRDB
import PhotoRecord

/// Finds the photos of a query by the indices that say most, in the query's order.
///
/// The index of words and the index of places each answer with numbers of photos. Few numbers
/// are looked up and sorted; many are kept as a set while the index of dates is walked in the
/// order asked for, so that the first page is there long before the last. A circle that holds
/// many photos is not asked of the index when words have said enough: the distance of each
/// photo is looked at anyway.
struct PhotoFinder {
    private let query: PhotoQuery
    private let sql: QuerySQL
    private let db: Database

    /// Up to so many numbers are looked up one by one and sorted.
    private static let few = 5_000
    /// Up to so many numbers of one index make it needless to ask another one.
    private static let enough = 20_000

    init(_ query: PhotoQuery, _ db: Database) {
        self.query = query
        self.db = db
        sql = QuerySQL(query)
    }

    /// Passes on the numbers of the photos found, from the query's offset to its limit.
    func forEach(_ body: (Int64) throws -> Void) throws {
        var toSkip = query.offset
        var left = query.limit ?? .max
        if left <= 0 { return }
        try visit { number in
            if toSkip > 0 {
                toSkip -= 1
                return true
            }
            try body(number)
            left -= 1
            return left > 0
        }
    }

    /// Passes on all numbers until the block answers false.
    private func visit(_ body: (Int64) throws -> Bool) throws {
        guard let numbers = try candidates() else {
            return try step(sql.dates + sql.row, body)
        }
        if numbers.count <= Self.few {
            let list = "[" + numbers.map(String.init).joined(separator: ",") + "]"
            let among = QuerySQL.Condition(
                sql: "photo.id IN (SELECT value FROM json_each(?))", arguments: [list])
            return try step([among] + sql.dates + sql.row, body)
        }
        let one = QuerySQL.Condition(sql: "photo.id = ?", arguments: [0])
        let bound = (sql.dates + sql.row).flatMap(\.arguments)
        let check = try QuerySQL.statement(
            "latitude, longitude", [one] + sql.dates + sql.row, order: nil, db)
        func holds(_ number: Int64) throws -> Bool {
            let row = try Row.fetchOne(check, arguments: StatementArguments([number] + bound))
            return row.map { isNear($0[0], $0[1]) } ?? false
        }
        if query.order == .added {
            for number in numbers.sorted() where try holds(number) {
                if try !body(number) { return }
            }
            return
        }
        let set = NumberSet(numbers)
        let needsRow = query.near != nil || !sql.row.isEmpty
        let statement = try QuerySQL.statement(
            "photo.id", sql.dates, order: sql.order, db)
        let cursor = try Int64.fetchCursor(statement)
        while let number = try cursor.next() {
            guard set.contains(number), try !needsRow || holds(number) else { continue }
            if try !body(number) { return }
        }
    }

    private func step(
        _ conditions: [QuerySQL.Condition], _ body: (Int64) throws -> Bool
    ) throws {
        let statement = try QuerySQL.statement(
            "photo.id, photo.latitude, photo.longitude", conditions, order: sql.order, db)
        let cursor = try Row.fetchCursor(statement)
        while let row = try cursor.next() {
            if isNear(row[1], row[2]), try !body(row[0]) { return }
        }
    }

    private func isNear(_ latitude: Double?, _ longitude: Double?) -> Bool {
        guard let near = query.near else { return true }
        guard let latitude, let longitude,
            let point = Coordinate(latitude: latitude, longitude: longitude)
        else { return false }
        return GreatCircle.kilometres(from: near.center, to: point) <= near.kilometres
    }

    // MARK: What the indices say

    /// The numbers of all photos that may be meant; nil where no index was to be asked.
    private func candidates() throws -> [Int64]? {
        var found: [Int64]?
        if query.missing {
            // Named, since the planner prefers the index of dates: few are missing.
            found = try Int64.fetchAll(
                db, sql: "SELECT id FROM photo INDEXED BY photo_missing WHERE missing")
        }
        if let match = sql.match {
            let words = try Int64.fetchAll(
                db, sql: "SELECT rowid FROM words WHERE words MATCH ?", arguments: [match])
            found = Self.common(found, words)
        }
        guard let near = query.near else { return found }
        if let found {
            if found.count <= Self.enough { return found }
            let places = try Self.located(in: near, limit: Self.enough + 1, db)
            return places.count > Self.enough ? found : Self.common(found, places)
        }
        return try Self.located(in: near, limit: nil, db)
    }

    /// The numbers of the photos in the boxes around a circle.
    static func located(
        in near: PhotoQuery.Near, limit: Int?, _ db: Database
    ) throws -> [Int64] {
        var found: [Int64] = []
        for box in GreatCircle.boxes(around: near) {
            found += try Int64.fetchAll(
                db,
                sql: """
                    SELECT id FROM places WHERE max_latitude >= ? AND min_latitude <= ?
                    AND max_longitude >= ? AND min_longitude <= ? LIMIT ?
                    """,
                arguments: [
                    box.latitudes.lowerBound, box.latitudes.upperBound,
                    box.longitudes.lowerBound, box.longitudes.upperBound, limit ?? -1,
                ])
        }
        return found
    }

    private static func common(_ left: [Int64]?, _ right: [Int64]) -> [Int64] {
        guard let left else { return right }
        let set = NumberSet(left)
        return right.filter(set.contains)
    }
}

/// A set of photos' numbers: a bit for each number up to the largest, an eighth of a megabyte
/// for a million. Numbers that no catalog reaches, as damage makes them, go in a plain set.
struct NumberSet {
    private var bits: [UInt64]
    private var beyond: Set<Int64> = []

    /// Numbers from here on have no bit: 32 MB of them are enough.
    private static let bound: Int64 = 1 << 28

    init(_ numbers: [Int64]) {
        let largest = numbers.lazy.filter { $0 < Self.bound }.max() ?? 0
        bits = Array(repeating: 0, count: Int(max(largest, 0)) / 64 + 1)
        for number in numbers {
            if (0..<Self.bound).contains(number) {
                bits[Int(number) / 64] |= 1 << UInt64(number % 64)
            } else {
                beyond.insert(number)
            }
        }
    }

    func contains(_ number: Int64) -> Bool {
        guard (0..<Self.bound).contains(number) else { return beyond.contains(number) }
        let index = Int(number) / 64
        return index < bits.count && bits[index] & (1 << UInt64(number % 64)) != 0
    }
}
