import PhotoRecords

/// What a person changed by hand in a photo's readable blocks: where they tell something else than
/// the stronger channels of the same message.
///
/// What mail programs do to text (blanks, line breaks, punctuation, lost letters, a cut end) is no
/// change by hand, and neither is a line that is gone.
struct LabelledEdits {
    /// The changed fields alone; nil where nothing was changed.
    private(set) var record: PhotoRecord?

    /// - Parameters:
    ///   - known: What the stronger channels tell.
    ///   - stories: The blocks, the least deeply quoted first; the first change of a field counts.
    init(of known: PhotoRecord, in stories: [LabelledStory]) {
        var edited = PhotoRecord()
        // One photo may be told of a thousand times: what is known is looked at once.
        let known = KnownStory(known)
        for story in stories {
            let told = KnownStory(story.record)
            for field in Self.fields where edited[field: field] == nil {
                let change = Self.change(
                    of: field, told: story.record, told, known: known, isCut: story.isRagged)
                if let change { edited[field: field] = change[field: field] }
            }
        }
        let isEmpty = RecordField.allCases.allSatisfy { edited[field: $0] == nil }
        record = isEmpty ? nil : edited
    }

    /// The fields that every channel carries, and so are held against one another.
    static let fields: [RecordField] = [.name, .caption, .keywords, .people, .taken, .location]

    /// What one record tells otherwise in a field than another one; nil where both tell the same or
    /// one tells nothing.
    ///
    /// - Parameter isCut: Whether the value of the first one may have lost its end.
    /// - Returns: A record with this field alone; of a location the known one, changed.
    static func change(
        of field: RecordField, told: PhotoRecord, known: PhotoRecord, isCut: Bool = false
    ) -> PhotoRecord? {
        change(
            of: field, told: told, KnownStory(told, field), known: KnownStory(known, field),
            isCut: isCut)
    }

    private static func change(
        of field: RecordField, told: PhotoRecord, _ story: KnownStory, known: KnownStory,
        isCut: Bool
    ) -> PhotoRecord? {
        var edited = PhotoRecord()
        switch field {
        case .taken where !isCut: edited.taken = taken(told.taken, known.taken)
        case .location where !isCut: edited.location = location(told.location, known.location)
        default:
            guard isChanged(field, told: story, known: known, isCut: isCut) else { return nil }
            edited[field: field] = told[field: field]
        }
        return edited[field: field] == nil ? nil : edited
    }

    /// Whether one story tells something else in a field than another one, which tells something.
    ///
    /// - Parameter isCut: Whether the value of the first one may have lost its end.
    static func isChanged(
        _ field: RecordField, told: KnownStory, known: KnownStory, isCut: Bool = false
    ) -> Bool {
        switch field {
        case .name: isChanged(told.name, known.name, isCut)
        case .caption: isChanged(told.caption, known.caption, isCut)
        case .keywords: !isCut && known.keywords.lacks(told.keywords)
        case .people: !isCut && known.people.lacks(told.people)
        case .taken: !isCut && taken(told.taken, known.taken) != nil
        case .location: !isCut && location(told.location, known.location) != nil
        default: false
        }
    }

    private static func isChanged(_ told: KnownText?, _ known: KnownText?, _ isCut: Bool) -> Bool {
        guard let told, let known else { return false }
        return !known.isSame(told, isCut: isCut)
    }

    private static func taken(_ told: CaptureTime?, _ known: CaptureTime?) -> CaptureTime? {
        guard let told, let known else { return nil }
        let isSameDay =
            (told.local.year, told.local.month, told.local.day)
            == (known.local.year, known.local.month, known.local.day)
        // A person's own template may show minutes alone.
        let seconds = (told.local.secondsSince1970, known.local.secondsSince1970)
        let isSameTime =
            told.local.time == nil || seconds.0 == seconds.1
            || known.local.time != nil && seconds.0 == seconds.1 - seconds.1 % 60
        if isSameDay, isSameTime, told.offset == nil || told.offset == known.offset { return nil }
        return told
    }

    private static func location(_ told: Location?, _ known: Location?) -> Location? {
        guard let told, let known else { return nil }
        var edited = known
        edited.source = nil
        var isEdited = false
        if let point = told.coordinate, !isNear(point, known.coordinate) {
            edited = Location(coordinate: point, altitude: told.altitude, place: known.place)
            edited.precision = told.precision
            isEdited = true
        } else if let altitude = told.altitude, abs(altitude - (known.altitude ?? .infinity)) > 0.5
        {
            edited.altitude = altitude
            isEdited = true
        }
        if let place = told.place, !isSame(place, known.place) {
            edited.place = place
            isEdited = true
        }
        return isEdited ? edited : nil
    }

    // Five decimals, as in links to maps, are about a metre.
    private static func isNear(_ told: Coordinate, _ known: Coordinate?) -> Bool {
        guard let known else { return false }
        let turn = abs(told.longitude - known.longitude)
        return abs(told.latitude - known.latitude) <= 2e-5 && min(turn, 360 - turn) <= 2e-5
    }

    private static func isSame(_ told: Place, _ known: Place?) -> Bool {
        guard let known else { return false }
        // On one line a region may be taken for a name, where another of the three is gone.
        let parts = [told.name, told.region, told.country].compactMap(\.self)
        let others = [known.name, known.region, known.country].compactMap(\.self)
        if parts.count == others.count,
            zip(parts, others).allSatisfy({ CountryNames.isSame($0, $1) })
        {
            return true
        }
        return parts.allSatisfy { part in others.contains { CountryNames.isSame(part, $0) } }
    }
}
