/// What is worked out from where a photo was taken, where the record itself is silent: the name
/// of the place, and how far the clocks there stood from UTC.
///
/// No file, mail or person said these values: they are kept apart from a record's own, make no
/// proposals, and yield to any value that is said.
public struct DerivedValues: Hashable, Sendable {
    /// What the clocks of the place did at the time that a photo's clock showed.
    public enum Clock: Sendable, Hashable, CaseIterable {
        /// They showed the time once.
        case plain
        /// They were set back and showed it twice: the first time is taken.
        case twice
        /// They were set forward over it: the offset from before is taken.
        case skipped
    }

    /// The place: a gazetteer's nearest, or one that a person named nearby.
    public var place: Place?
    /// The offset of the place's time zone at the photo's local time.
    public var offset: UTCOffset?
    /// What the clocks did; `.plain` without an offset.
    public var clock: Clock

    /// Values that were worked out.
    public init(place: Place? = nil, offset: UTCOffset? = nil, clock: Clock = .plain) {
        self.place = place
        self.offset = offset
        self.clock = clock
    }
}

/// Who knows places and their time zones.
public protocol ReverseGeocoder: Sendable {
    /// What is known of a point: the named place near it and, for a clock reading there, the
    /// offset. Nil where the geocoder cannot be asked now: its data is not there.
    func values(at point: Coordinate, local: LocalDateTime?) -> DerivedValues?
}

extension Place {
    /// The source of a name that a gazetteer gave.
    public static let gazetteer = "gazetteer"
    /// The source of a name that a person gave to another photo nearby.
    public static let ownPlace = "own-place"

    /// Whether the name was looked up, here or by a sender: it yields to one that was said.
    ///
    /// Not every carrier of a mail holds the source; all that hold the distance tell it by that.
    public var isLookedUp: Bool { source == Self.gazetteer || source == nil && distanceKm != nil }
}

extension Location {
    /// Whether the point is as it was measured, not made coarse or the middle of a place.
    public var isFine: Bool { precision == nil || precision == .exact }
}

extension PhotoRecord {
    /// The point that a place may be looked up for; nil where the record names its place, or
    /// its point was shared too coarsely.
    public var pointToName: Coordinate? {
        guard let location, location.place?.isEmpty ?? true else { return nil }
        return location.isFine ? location.coordinate : nil
    }

    /// The clock reading that an offset may be looked up for; nil where the record has an
    /// offset or its point is not known.
    public var clockToPlace: LocalDateTime? {
        guard let taken, taken.offset == nil, taken.local.time != nil,
            location?.coordinate != nil
        else { return nil }
        return taken.local
    }

    /// What a geocoder knows of the record's point and does not stand in the record; nil where the
    /// geocoder cannot be asked.
    public func derived(by geocoder: any ReverseGeocoder) -> DerivedValues? {
        let (point, local) = (pointToName, clockToPlace)
        guard let coordinate = location?.coordinate, point != nil || local != nil else {
            return DerivedValues()
        }
        var values = geocoder.values(at: coordinate, local: local)
        if point == nil { values?.place = nil }
        return values
    }

    /// The record with what was worked out for it in the places where it is silent.
    public func completed(by values: DerivedValues) -> PhotoRecord {
        var record = self
        if let place = values.place, pointToName != nil { record.location?.place = place }
        if let offset = values.offset, clockToPlace != nil {
            record.taken?.offset = offset
            record.taken?.offsetSource = .place
            if let finding = Self.finding(of: values.clock) { record.findings.append(finding) }
        }
        return record
    }

    /// The record without what a lookup gave: to be written where only what was said belongs.
    public var withoutDerived: PhotoRecord {
        var record = self
        if let place = location?.place, place.isLookedUp || place.source == Place.ownPlace {
            record.location?.place = nil
        }
        if taken?.offsetSource == .place {
            record.taken?.offset = nil
            record.taken?.offsetSource = nil
        }
        record.findings.removeAll { [.timeTwice, .timeSkipped].contains($0.code) }
        return record
    }

    private static func finding(of clock: DerivedValues.Clock) -> Finding? {
        switch clock {
        case .plain: nil
        case .twice:
            Finding(
                .note, .timeTwice, where: "taken",
                "The clocks of the place were set back and showed this time twice; the offset is"
                    + " that of the first time.")
        case .skipped:
            Finding(
                .note, .timeSkipped, where: "taken",
                "The clocks of the place were set forward and never showed this time; the offset"
                    + " is that from before.")
        }
    }
}

extension FindingCode {
    /// A local time that the clocks of the place showed twice, an hour apart.
    public static let timeTwice: FindingCode = "time-twice"
    /// A local time that the clocks of the place left out.
    public static let timeSkipped: FindingCode = "time-skipped"
}
