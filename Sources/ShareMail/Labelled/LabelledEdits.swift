import PhotoRecord

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
        let (name, caption) = (Known(known.name), Known(known.caption))
        let (keywords, people) = (KnownList(known.keywords), KnownList(known.people))
        for story in stories {
            let told = story.record
            let isCut = story.isRagged
            edited.name = edited.name ?? Self.changed(told.name, name, isCut: isCut)
            edited.caption =
                edited.caption ?? Self.changed(told.caption, caption, isCut: isCut)
            if isCut { continue }
            if edited.keywords.isEmpty, keywords.lacks(told.keywords) {
                edited.keywords = told.keywords
            }
            if edited.people.isEmpty, people.lacks(told.people) {
                edited.people = told.people
            }
            edited.taken = edited.taken ?? Self.taken(told.taken, known.taken)
            edited.location = edited.location ?? Self.location(told.location, known.location)
        }
        let isEmpty = RecordField.allCases.allSatisfy { edited[field: $0] == nil }
        record = isEmpty ? nil : edited
    }

    private static func changed(_ told: String?, _ known: Known?, isCut: Bool) -> String? {
        guard let told, let known, !known.isSame(told + (isCut ? "…" : "")) else { return nil }
        return told
    }

    private static func taken(_ told: CaptureTime?, _ known: CaptureTime?) -> CaptureTime? {
        guard let told, let known else { return nil }
        let isSameDay =
            (told.local.year, told.local.month, told.local.day)
            == (known.local.year, known.local.month, known.local.day)
        let isSameTime =
            told.local.time == nil || told.local.secondsSince1970 == known.local.secondsSince1970
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
            zip(parts, others).allSatisfy({ LabelledPlace.isSame($0, $1) })
        {
            return true
        }
        return parts.allSatisfy { part in others.contains { LabelledPlace.isSame(part, $0) } }
    }
}

/// A text that others are held against.
private struct Known {
    private let text: String
    private let essence: [Unicode.Scalar]

    init?(_ text: String?) {
        guard let text else { return nil }
        self.init(text)
    }

    init(_ text: String) {
        self.text = text
        essence = PlainText.essence(text)
    }

    func isSame(_ told: String) -> Bool {
        told == text || PlainText.isSame(told, PlainText.essence(told), as: text, essence)
    }
}

/// A list that others are held against.
private struct KnownList {
    private let whole: Known
    private let elements: [Known]
    private let essences: Set<[Unicode.Scalar]>
    private let isEmpty: Bool

    init(_ list: [String]) {
        isEmpty = list.isEmpty
        whole = Known(list.joined())
        elements = list.prefix(200).map { Known($0) }
        essences = Set(list.map(PlainText.essence))
    }

    /// Whether a list has an element that this one, which is not empty, lacks.
    func lacks(_ told: [String]) -> Bool {
        // A list that was cut or broken in pieces by hand-made wrapping is compared as a whole.
        if isEmpty || told.isEmpty || whole.isSame(told.joined()) { return false }
        return told.prefix(200).contains { element in
            !essences.contains(PlainText.essence(element))
                && !(Self.hasLost(element) && elements.contains { $0.isSame(element) })
        }
    }

    private static func hasLost(_ element: String) -> Bool {
        element.utf8.count < 200
            && element.unicodeScalars.contains { $0 == "?" || $0 == "\u{FFFD}" }
    }
}
