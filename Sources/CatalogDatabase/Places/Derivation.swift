import PhotoRecords

/// What was worked out for a record, and of what: it holds while that stays the same.
struct Derivation: Equatable {
    /// What was worked out.
    var values: DerivedValues
    /// Whether a geocoder was asked, or had nothing to say.
    var isComplete: Bool
    private let point: Coordinate?
    private let namesPlace: Bool
    private let clock: LocalDateTime?

    /// What was worked out for a record.
    init(_ values: DerivedValues, for record: PhotoRecord, isComplete: Bool = true) {
        self.values = values
        self.isComplete = isComplete
        point = record.location?.coordinate
        namesPlace = record.pointToName != nil
        clock = record.clockToPlace
    }

    /// Whether it still holds for a record that may have changed.
    func holds(for record: PhotoRecord) -> Bool {
        isComplete && point == record.location?.coordinate
            && namesPlace == (record.pointToName != nil) && clock == record.clockToPlace
    }
}

// How the catalog keeps it: the values in the columns that a record's own would fill, and bits
// that tell them from those (`CatalogSchema.derivedPlaces`).
extension Derivation {
    private enum Bit {
        static let complete = 1
        static let gazetteer = 2
        static let ownPlace = 4
        static let offset = 8
        static let twice = 16
        static let skipped = 32
    }

    /// The bits at rest.
    var bits: Int {
        var bits = isComplete ? Bit.complete : 0
        if let place = values.place {
            bits |= place.source == Place.ownPlace ? Bit.ownPlace : Bit.gazetteer
        }
        if values.offset != nil { bits |= Bit.offset }
        switch values.clock {
        case .plain: break
        case .twice: bits |= Bit.twice
        case .skipped: bits |= Bit.skipped
        }
        return bits
    }

    /// Takes the derived values out of a record that was read with them; nil where nothing was
    /// worked out yet.
    init?(bits: Int, takenOutOf record: inout PhotoRecord) {
        if bits == 0 { return nil }
        var values = DerivedValues()
        if bits & (Bit.gazetteer | Bit.ownPlace) != 0 {
            values.place = record.location?.place
            values.place?.source =
                bits & Bit.ownPlace != 0 ? Place.ownPlace : Place.gazetteer
            record.location?.place = nil
        }
        if bits & Bit.offset != 0 {
            values.offset = record.taken?.offset
            record.taken?.offset = nil
            record.taken?.offsetSource = nil
        }
        values.clock =
            bits & Bit.twice != 0 ? .twice : bits & Bit.skipped != 0 ? .skipped : .plain
        self.init(values, for: record, isComplete: bits & Bit.complete != 0)
    }
}

extension PhotoRow {
    /// The place as it is shown: the record's own, else the one that was worked out.
    var placeShown: Place? {
        if let own = record.location?.place, !own.isEmpty { return own }
        return derivation?.values.place
    }
}
