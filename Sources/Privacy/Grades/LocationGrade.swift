import Gazetteer
import PhotoRecords

/// How much of where a photo was taken leaves in a message, the finest first.
///
/// The grade holds for every carrier at once: the payload, the pictures' EXIF and XMP, the
/// import code, the text, the HTML and its map. Each grade is worked out from the one before it
/// alone, so that several mails of one photo tell no more than the finest of them.
public enum LocationGrade: String, Sendable, Hashable, CaseIterable {
    /// As the record has it.
    case exact
    /// The middle of the fixed cell of about 1 km, and the place that is named there.
    case kilometre = "1km"
    /// The middle of the fixed cell of about 10 km, and the largest town around it.
    case tenKilometres = "10km"
    /// That town alone, with its own published middle.
    case place
    /// Nothing: no point, altitude, direction, place or value that was derived from them.
    case none

    /// The grade of a location that was shared so; nil for a word that is not known.
    public init?(_ precision: Location.Precision) {
        guard let grade = Self(rawValue: precision.rawValue), grade != .none else { return nil }
        self = grade
    }

    /// The cells that the grade is worked out from; nil where it is exact.
    var cell: GridCell.Size? {
        switch self {
        case .exact: nil
        case .kilometre: .fine
        case .tenKilometres, .place, .none: .coarse
        }
    }

    /// The record as it may leave under this grade.
    ///
    /// Of a location there stay the coordinate and the place of the grade, never an altitude,
    /// direction or accuracy, nor what it was learned from. A place's name is looked up for the
    /// cell's middle: neither a person's own name of it nor the nearest place's tells more. A record
    /// that is coarser already stays as coarse as it is. At home stay too:
    /// - an offset from UTC that was worked out from the place, unless it holds for the coarse
    ///   point too; under `none` also the word on what an offset was learned from;
    /// - the hash of the original file, by which the metadata in it could be guessed;
    /// - every member that this version does not know, at every level, and the notes in a mask's PNG:
    ///   what cannot be judged cannot be proven harmless.
    ///
    /// Words that a person wrote (name, caption, keywords, people, regions' names) are theirs to
    /// send; `DisclosureHints` says where they name the place.
    ///
    /// - Parameters:
    ///   - record: the record as it is.
    ///   - places: names the places; without it no place's name leaves.
    public func applied(
        to record: PhotoRecord, naming places: PlaceDirectory? = PlaceNaming.installed
    ) -> PhotoRecord {
        guard self != .exact else { return record }
        var masks = BareMasks()
        let verified = UnverifiableFields.leftOut(of: record, masks: &masks).kept
        return coarsened(verified, naming: places)
    }

    /// A record without what cannot be verified, as it may leave under this grade.
    func coarsened(
        _ record: PhotoRecord, naming places: PlaceDirectory? = PlaceNaming.installed
    ) -> PhotoRecord {
        guard self != .exact else { return record }
        let naming = PlaceNaming(gazetteer: places)
        var kept = record
        kept.provenance[.location] = nil
        kept.image?.sha256 = nil
        kept.location = record.location.flatMap { effective(for: $0).location($0, naming) }
        if var taken = kept.taken, taken.offsetSource == .place {
            let point = kept.location?.coordinate
            taken.offset = point.flatMap { naming.offset(at: $0, local: taken.local) }
            if taken.offset == nil { taken.offsetSource = nil }
            kept.taken = taken
        }
        if self == .none { kept.taken?.offsetSource = nil }
        return kept
    }

    /// The grade that a location leaves in: its own, where that is coarser.
    func effective(for location: Location) -> LocationGrade {
        max(self, location.precision.flatMap(LocationGrade.init) ?? .exact)
    }

    private func location(_ location: Location, _ naming: PlaceNaming) -> Location? {
        let said = location.coordinate == nil ? naming.town(named: location.place) : nil
        guard let point = location.coordinate ?? said?.coordinate else {
            // Of a place that no list knows the country alone is known to be no finer.
            guard self != .none, let country = location.place?.country,
                CountryNames.code(country) != nil || country.wholeMatch(of: /[A-Z]{2}/) != nil
            else { return nil }
            return Location(precision: precision(of: location), place: Place(country: country))
        }
        var kept = Location(precision: precision(of: location))
        switch self {
        case .exact, .none: return nil
        case .kilometre, .tenKilometres:
            let cell = GridCell(of: point, self == .kilometre ? .fine : .coarse)
            kept.coordinate = cell.center
            kept.place = naming.place(of: cell)
        case .place:
            guard let town = naming.town(of: point, isTown: location.precision == .place) else {
                return nil
            }
            (kept.coordinate, kept.place) = (town.coordinate, town.place)
        }
        if said != nil {
            kept.coordinate = nil
            // What was not said stays unsaid: there are towns of one name in many countries.
            if location.place?.country == nil, location.place?.region == nil {
                kept.place?.region = nil
                kept.place?.country = nil
            }
        }
        return kept.coordinate == nil && kept.place?.isEmpty ?? true ? nil : kept
    }

    /// A word of a later version stays: it may say more than the grade.
    private func precision(of location: Location) -> Location.Precision {
        if let word = location.precision, LocationGrade(word) == nil { return word }
        return Location.Precision(rawValue: rawValue)
    }
}

extension LocationGrade: Comparable {
    private var ordinal: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether the left one tells more.
    public static func < (left: Self, right: Self) -> Bool { left.ordinal < right.ordinal }
}
