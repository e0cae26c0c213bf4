import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// The photos that a query finds, in its order.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func find(_ query: PhotoQuery) throws(WitError) -> [PhotoRecord] {
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
    /// - Throws: What the catalog says, or what the block throws, in a `WitError` of code
    ///   `failed` if it is none.
    public func forEach(
        _ query: PhotoQuery, _ body: (PhotoRecord) throws -> Void
    ) throws(WitError) {
        try reading { db in
            let rows = PhotoRows(db)
            // Numbers first, whole rows after, some hundreds at once: what is sorted stays small.
            var numbers: [Int64] = []
            try PhotoFinder(query, db).forEach { number in
                numbers.append(number)
                if numbers.count == 256 {
                    for row in try rows.rows(numbers) { try body(row.presented) }
                    numbers.removeAll(keepingCapacity: true)
                }
            }
            for row in try rows.rows(numbers) { try body(row.presented) }
        }
    }

    /// How many photos a query finds.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func count(_ query: PhotoQuery) throws(WitError) -> Int {
        try reading { db in
            var count = 0
            try PhotoFinder(query, db).forEach { _ in count += 1 }
            return count
        }
    }
}
