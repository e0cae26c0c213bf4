import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Works out the places and offsets of photos that have a point and were cataloged before a
    /// geocoder was there to be asked; or of all photos anew.
    ///
    /// No change: nothing of it was said by anybody. Some thousands at once, so that a run that
    /// is killed goes on where it was.
    ///
    /// - Parameters:
    ///   - all: Whether those are worked out again that are known, as after the gazetteer was
    ///     renewed.
    ///   - progress: Told how many are done, and no stage: only the use case above knows of what it is one.
    ///   - isStopped: Asked between some thousands whether to stop.
    /// - Returns: How many photos were looked at; 0 where there is no geocoder that can be asked.
    @discardableResult
    public func derivePlaces(
        all: Bool = false, progress: (Int) -> Void = { _ in }, isStopped: () -> Bool = { false }
    ) throws(WitError) -> Int {
        guard let geocoder, let origin = Coordinate(latitude: 0, longitude: 0),
            geocoder.values(at: origin, local: nil) != nil
        else { return 0 }
        let condition = all ? "latitude IS NOT NULL" : "derived & 1 = 0 AND latitude IS NOT NULL"
        var last: Int64 = 0
        var count = 0
        while true {
            if isStopped() { return count }
            let numbers = try reading { db in
                try Int64.fetchAll(
                    db,
                    sql:
                        "SELECT id FROM photo WHERE \(condition) AND id > ? ORDER BY id LIMIT 2000",
                    arguments: [last])
            }
            guard let end = numbers.last else { return count }
            try writing { db in
                let rows = PhotoRows(db, geocoder: geocoder)
                for var row in try rows.rows(numbers) {
                    row.derivation = nil
                    try rows.update(row)
                }
                try rows.spreadOwnPlaces()
            }
            last = end
            count += numbers.count
            progress(count)
        }
    }

    /// The places that persons named, in the order they were first named.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public var ownPlaces: [OwnPlace] {
        get throws(WitError) { try reading { try PhotoRows($0).knownOwnPlaces().places } }
    }
}
