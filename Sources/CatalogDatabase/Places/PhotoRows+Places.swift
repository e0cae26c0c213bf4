import GRDB
import PhotoRecords

/// The places that persons named, as one transaction sees them.
struct OwnPlaceBook {
    /// As they were when they were first needed, and are but for what this transaction wrote.
    var read: OwnPlaces?
    /// Whether this transaction named a place or took a name away.
    var isChanged = false
}

extension PhotoRows {
    /// The places that persons named.
    func knownOwnPlaces() throws -> OwnPlaces {
        if let read = ownPlaces.read { return read }
        let read = try readOwnPlaces()
        ownPlaces.read = read
        return read
    }

    private func readOwnPlaces() throws -> OwnPlaces {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT photo, name, latitude, longitude FROM own_place ORDER BY photo"))
        return OwnPlaces(
            try Array(
                rows.compactMap { row in
                    Coordinate(latitude: row["latitude"], longitude: row["longitude"]).map {
                        OwnPlaces.Naming(photo: row["photo"], name: row["name"], point: $0)
                    }
                }))
    }

    /// What is to stand beside a row's record: what stands there already if it still holds, else
    /// what is worked out now.
    func derivation(of row: PhotoRow) throws -> Derivation? {
        let record = row.record
        guard record.location?.coordinate != nil else {
            return Derivation(DerivedValues(), for: record)
        }
        var derivation: Derivation
        if let known = row.derivation, known.holds(for: record) {
            derivation = known
            // Only what a scan worked out itself, or what was just read, is at hand: the place
            // of a person's naming is looked for anew where the gazetteer's stands.
            if known.values.place?.source == Place.ownPlace { return known }
        } else if let values = geocoder.flatMap({ record.derived(by: $0) }) {
            derivation = Derivation(values, for: record)
        } else {
            derivation = Derivation(DerivedValues(), for: record, isComplete: false)
        }
        if let point = record.pointToName, let own = try knownOwnPlaces().place(at: point) {
            derivation.values.place = Place(name: own.name, source: Place.ownPlace)
        }
        return derivation
    }

    /// Remembers the name that a person gave to the place of a photo, or forgets it.
    func noteOwnPlace(of row: PhotoRow, isNew: Bool) throws {
        let naming = row.record.ownPlaceNaming.map {
            OwnPlaces.Naming(photo: row.id, name: $0.name, point: $0.point)
        }
        if isNew && naming == nil { return }
        if try knownOwnPlaces().naming(of: row.id) == naming, !ownPlaces.isChanged { return }
        ownPlaces.isChanged = true
        guard let naming else {
            try db.cachedStatement(sql: "DELETE FROM own_place WHERE photo = ?")
                .execute(arguments: [row.id])
            return
        }
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO own_place (photo, name, latitude, longitude)
                VALUES (?, ?, ?, ?)
                """
        ).execute(arguments: [
            row.id, naming.name, naming.point.latitude, naming.point.longitude,
        ])
    }

    /// Gives the photos around places that were named, or no longer are, the names that hold
    /// now: those whose place nobody said.
    func spreadOwnPlaces() throws {
        guard ownPlaces.isChanged, let before = ownPlaces.read else { return }
        let after = try readOwnPlaces()
        ownPlaces = OwnPlaceBook(read: after)
        let changed = Set(before.places).symmetricDifference(after.places)
        var numbers: Set<Int64> = []
        for place in changed {
            let near = PhotoQuery.Near(place.center, kilometres: place.kilometres)
            let around = try PlaceNumbers(near, db)
            _ = try around.read(upTo: .max)
            numbers.formUnion(around.numbers)
        }
        for page in stride(from: 0, to: numbers.count, by: 500).map({ first in
            Array(numbers.sorted()[first..<min(first + 500, numbers.count)])
        }) {
            for var row in try rows(page) where row.record.pointToName != nil {
                let shown = row.placeShown
                row.derivation = nil
                row.derivation = try derivation(of: row)
                if row.placeShown != shown { try update(row) }
            }
        }
        // The rows just written bear no person's name: nothing of theirs is to spread.
        ownPlaces = OwnPlaceBook(read: after)
    }
}

extension PhotoRecord {
    /// The name that a person here gave to the place of the record's point; nil where nobody did.
    var ownPlaceNaming: (name: String, point: Coordinate)? {
        guard let point = location?.coordinate, let place = location?.place, let name = place.name,
            !name.isEmpty, !place.isLookedUp, location?.isFine == true,
            provenance[.location]?.isUser == true
        else { return nil }
        return (name, point)
    }
}
