import PhotoRecords

/// What is known of a photo, looked at once for all that is held against it.
struct KnownStory {
    let name: KnownText?
    let caption: KnownText?
    let keywords: KnownList
    let people: KnownList
    let taken: CaptureTime?
    let location: Location?

    /// - Parameter field: The one that is asked for; nil for all.
    init(_ record: PhotoRecord, _ field: RecordField? = nil) {
        func asks(_ one: RecordField) -> Bool { field == nil || field == one }
        name = KnownText(asks(.name) ? record.name : nil)
        caption = KnownText(asks(.caption) ? record.caption : nil)
        keywords = KnownList(asks(.keywords) ? record.keywords : [])
        people = KnownList(asks(.people) ? record.people : [])
        (taken, location) = (record.taken, record.location)
    }
}

/// A text that others are held against.
struct KnownText {
    private let text: String
    fileprivate let essence: [Unicode.Scalar]

    init?(_ text: String?) {
        guard let text else { return nil }
        self.init(text)
    }

    init(_ text: String) {
        self.text = text
        essence = PlainText.essence(text)
    }

    /// Whether another text is this one but for what mail programs do to it.
    ///
    /// - Parameter isCut: Whether the other one may have lost its end.
    func isSame(_ told: KnownText, isCut: Bool = false) -> Bool {
        told.text == text
            || PlainText.isSame(
                isCut ? told.text + "…" : told.text, told.essence, as: text, essence)
    }

    fileprivate var hasLost: Bool {
        text.utf8.count < 200 && text.unicodeScalars.contains { $0 == "?" || $0 == "\u{FFFD}" }
    }
}

/// A list that others are held against.
struct KnownList {
    private let whole: KnownText
    private let elements: [KnownText]
    private let essences: Set<[Unicode.Scalar]>
    private let isEmpty: Bool

    init(_ list: [String]) {
        isEmpty = list.isEmpty
        whole = KnownText(list.joined())
        elements = list.prefix(200).map { KnownText($0) }
        essences = Set(list.map(PlainText.essence))
    }

    /// Whether another list has an element that this one, which is not empty, lacks.
    func lacks(_ told: KnownList) -> Bool {
        // A list that was cut or broken in pieces by hand-made wrapping is compared as a whole.
        if isEmpty || told.isEmpty || whole.isSame(told.whole) { return false }
        return told.elements.contains { element in
            !essences.contains(element.essence)
                && !(element.hasLost && elements.contains { $0.isSame(element) })
        }
    }
}
