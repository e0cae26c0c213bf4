import Foundation
import GRDB
import PhotoRecords

/// Finds the photos of a query by the indices that say most, in the query's order.
///
/// The index of words and the index of places each answer with numbers of photos. Few numbers
/// are looked up and sorted; many are kept as a set while the index of dates is walked in the
/// order asked for, so that the first page is there long before the last. A circle is asked of
/// its index only as far as that costs less than it can save: the distance of each photo is
/// looked at anyway.
struct PhotoFinder {
    private let query: PhotoQuery
    private let sql: QuerySQL
    private let db: Database

    private let costs: QueryCosts

    /// What is selected of each photo that may be meant.
    private enum Column: Int, SelectedColumn {
        case id, latitude, longitude

        var expression: String { "photo.\(self)" }
    }

    init(_ query: PhotoQuery, _ db: Database, costs: QueryCosts = .measured) {
        self.query = query
        self.db = db
        self.costs = costs
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
        let circle = try query.near.map { try PlaceNumbers($0, db) }
        guard let numbers = try candidates(circle) else {
            guard let circle, !circle.isComplete else {
                return try step(sql.dates + sql.row, body)
            }
            return try walk(nil, circle, body)
        }
        if numbers.count <= costs.few {
            let list = "[" + numbers.map(String.init).joined(separator: ",") + "]"
            let among = QuerySQL.Condition(
                sql: "photo.id IN (SELECT value FROM json_each(?))", arguments: [list])
            return try step([among] + sql.dates + sql.row, body)
        }
        try walk(numbers, circle, body)
    }

    /// Walks the dates in the query's order.
    ///
    /// - Parameters:
    ///   - numbers: the photos that may be meant; nil for all in the circle, of which too many are
    ///     to be read before the walk. Where the walk meets few of them, they are read then.
    private func walk(
        _ numbers: [Int64]?, _ circle: PlaceNumbers?, _ body: (Int64) throws -> Bool
    ) throws {
        let one = QuerySQL.Condition(sql: "photo.id = ?", arguments: [0])
        let bound = (sql.dates + sql.row).flatMap(\.arguments)
        let check = try QuerySQL.statement(
            Column.list, [one] + sql.dates + sql.row, order: nil, db)
        func holds(_ number: Int64) throws -> Bool {
            let row = try Row.fetchOne(check, arguments: StatementArguments([number] + bound))
            return row.map { isNear($0[Column.latitude], $0[Column.longitude]) } ?? false
        }
        if query.order == .added, let numbers {
            for number in numbers.sorted() where try holds(number) {
                if try !body(number) { return }
            }
            return
        }
        var set = numbers.map(NumberSet.init)
        var toLookAt = set == nil ? costs.looksBeforePlaces(photos: try photos()) : 0
        let needsRow = query.near != nil || !sql.row.isEmpty
        let statement = try QuerySQL.statement(
            "photo.id", sql.dates, order: sql.order, db)
        let cursor = try Int64.fetchCursor(statement)
        while let number = try cursor.next() {
            if set == nil, let circle {
                toLookAt -= 1
                if toLookAt < 0 {
                    _ = try circle.read(upTo: .max)
                    set = NumberSet(circle.numbers)
                }
            }
            guard set?.contains(number) != false, try !needsRow || holds(number) else { continue }
            if try !body(number) { return }
        }
    }

    private func step(
        _ conditions: [QuerySQL.Condition], _ body: (Int64) throws -> Bool
    ) throws {
        let statement = try QuerySQL.statement(
            Column.list, conditions, order: sql.order, db)
        let cursor = try Row.fetchCursor(statement)
        while let row = try cursor.next() {
            if isNear(row[Column.latitude], row[Column.longitude]), try !body(row[Column.id]) {
                return
            }
        }
    }

    private func isNear(_ latitude: Double?, _ longitude: Double?) -> Bool {
        guard let near = query.near else { return true }
        guard let latitude, let longitude,
            let point = Coordinate(latitude: latitude, longitude: longitude)
        else { return false }
        return near.center.kilometres(to: point) <= near.kilometres
    }

    // MARK: What the indices say

    /// The numbers of all photos that may be meant; nil where no index was to be asked.
    private func candidates(_ circle: PlaceNumbers?) throws -> [Int64]? {
        var found: [Int64]?
        if query.missing {
            // Named, since the planner prefers the index of dates: few are missing.
            found = try Int64.fetchAll(
                db, sql: "SELECT id FROM photo INDEXED BY photo_missing WHERE missing")
        }
        if let match = sql.match {
            // A circle of few photos says where in the index of words to look.
            let known = try circle.flatMap { try $0.read(upTo: costs.fewPlaces) ? $0.numbers : nil }
            found = Self.common(found, try words(match, among: known))
        }
        guard let circle else { return found }
        let photos = try photos()
        let page = query.limit.map { Double($0) + Double(query.offset) }
        guard let found else {
            // Where most photos lie in the circle, a page is sooner filled by walking the dates.
            let worth =
                query.order == .added
                ? .max : costs.placesWorth(found: photos, photos: photos, page: page)
            return try circle.read(upTo: max(worth, costs.few)) ? circle.numbers : nil
        }
        let worth = costs.placesWorth(found: found.count, photos: photos, page: page)
        return try circle.read(upTo: worth) ? Self.common(found, circle.numbers) : found
    }

    /// The numbers of the photos whose words match; of those given, if any are.
    private func words(_ match: String, among known: [Int64]?) throws -> [Int64] {
        guard let known else {
            return try DirectStatement(
                db, "SELECT rowid FROM words WHERE words MATCH ?", [match]
            ).numbers()
        }
        guard let first = known.min(), let last = known.max() else { return [] }
        let found = try DirectStatement(
            db, "SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?",
            [match, first, last]
        ).numbers()
        return Self.common(known, found)
    }

    /// About how many photos there are.
    private func photos() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT max(id) FROM photo") ?? 0
    }

    private static func common(_ left: [Int64]?, _ right: [Int64]) -> [Int64] {
        guard let left else { return right }
        if left.isEmpty || right.isEmpty { return [] }
        let set = NumberSet(left)
        return right.filter(set.contains)
    }
}
