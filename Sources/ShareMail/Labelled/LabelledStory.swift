import MailTemplates
import PhotoRecords

/// Channel 5: what a readable block tells of a photo: name, caption, date, offset, location, people
/// and keywords; not the camera and the regions, which it names for people alone.
struct LabelledStory: Sendable {
    /// What is told, and of which file.
    struct Content: Hashable, Sendable {
        var record: PhotoRecord
        var fileName: String?
    }

    var content: Content
    /// The part that it stands in.
    var path: String
    /// How deep it is quoted there.
    var depth: Int
    /// Whether a value broke off where a program wrapped quoted lines badly: what is shorter there
    /// is no change by hand.
    var isRagged = false
    /// The file's name without its ending, whatever characters it has.
    private(set) var fileStem: String?
    /// Whether nothing but a label of a file says that it is a photo's: it counts only beside
    /// something else that tells of the photo.
    private(set) var isVague = false

    var record: PhotoRecord { content.record }
    var fileName: String? { content.fileName }

    /// The most octets of a value.
    static let maximumValue = 1_000_000

    /// Reads a block; nil for what is none of a photo.
    init?(
        _ entries: [LabelledScanner.Entry], languages: LabelledLanguages, path: String,
        depth: Int, isMarkup: Bool
    ) {
        guard let language = Self.language(of: entries), let words = languages.words[language]
        else { return nil }
        self.path = path
        self.depth = depth
        var values: [String: String] = [:]
        for entry in entries {
            let meaning = entry.meanings.first { $0.language == language } ?? entry.meanings.first
            guard let field = meaning?.field, values[field] == nil else { continue }
            let text = String(decoding: entry.value.prefix(Self.maximumValue), as: UTF8.self)
            values[field] = Self.singleBlanks(text)
        }
        // Ordinary mails have labels too: without a file and a point they are no photo's, and
        // nothing more of them is read.
        let fileName = values["file"].flatMap(Self.fileName)
        let location = Self.location(values, words)
        guard fileName != nil || location?.coordinate != nil else { return nil }
        var record = PhotoRecord()
        record.name = Self.text(values["name"])
        record.caption = Self.caption(values["caption"], isMarkup)
        record.taken = values["taken"].flatMap { DateReader(words: words).read($0) }
        record.keywords = Self.list(values["keywords"])
        record.people = Self.list(values["people"])
        record.location = location
        content = Content(record: CleanText.clean(record), fileName: fileName)
        let told = RecordField.allCases.filter { record[field: $0] != nil }
        fileStem = values["file"].map { Self.stem(String($0.prefix(200))) }
        let isPhoto =
            fileName != nil ? !told.isEmpty : record.location?.coordinate != nil && told.count > 1
        isVague = !isPhoto
        guard isPhoto || !told.isEmpty && fileStem?.isEmpty == false else { return nil }
    }

    /// The language that most of the labels are of.
    private static func language(of entries: [LabelledScanner.Entry]) -> String? {
        var counts: [String: Int] = [:]
        for entry in entries {
            for language in Set(entry.meanings.map(\.language)) {
                counts[language, default: 0] += 1
            }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    // MARK: Values

    private static func text(_ value: String?) -> String? {
        value.map { LabelledValue.unguarded(LabelledValue.unmarked($0.replacing("\n", with: " "))) }
    }

    private static func caption(_ value: String?, _ isMarkup: Bool) -> String? {
        value.map { LabelledValue.unguarded(isMarkup ? $0 : LabelledValue.unmarked($0)) }
    }

    private static func list(_ value: String?) -> [String] {
        guard let value else { return [] }
        return LabelledValue.elements(LabelledValue.unguarded(value.replacing("\n", with: " ")))
            .map(\.text)
    }

    private static func stem(_ value: String) -> String {
        let name = PlainText.normal(value)
        return name.replacing(/\.[A-Za-z0-9]{2,5}$/, with: "")
    }

    /// A file name as we give them: one word of safe characters with an extension.
    private static func fileName(_ value: String) -> String? {
        let word = PlainText.normal(String(value.prefix(200))).prefix { !$0.isWhitespace }
        let isSafe = word.wholeMatch(of: /[A-Za-z0-9_.-]{1,80}\.[A-Za-z0-9]{2,5}/) != nil
        return isSafe ? String(word) : nil
    }

    private static func location(_ values: [String: String], _ words: TemplateWords) -> Location? {
        let numbers = LabelledNumbers(words: words)
        func line(_ field: String) -> String? {
            values[field].map { LabelledValue.unguarded($0.replacing("\n", with: " ")) }
        }
        var location = Location()
        location.coordinate =
            line("coordinates").flatMap(numbers.point) ?? line("map").flatMap(numbers.linkedPoint)
        location.precision = line("coordinates").flatMap(numbers.precision)
        location.altitude = line("altitude").flatMap(numbers.metres)
        var place = Place()
        if let region = line("region").flatMap(LabelledPlace.name) { place.region = region }
        if let country = line("country").flatMap(LabelledPlace.countryName) {
            place.country = country
        }
        if let named = line("place") {
            if place.isEmpty {
                place = LabelledPlace.place(named) ?? place
            } else {
                place.name = LabelledPlace.name(named)
            }
        }
        location.place = place.isEmpty ? nil : place
        // The place's own name behind the coordinates: they are its middle.
        if let named = place.name, let behind = line("coordinates").flatMap(Self.parenthesis),
            PlainText.isSame(behind, as: named)
        {
            location.precision = .place
        }
        return location.coordinate == nil && location.place == nil ? nil : location
    }

    /// What stands in parentheses at the end.
    private static func parenthesis(_ text: String) -> String? {
        let text = LabelledValue.trimmed(text)
        guard text.hasSuffix(")"), let start = text.firstIndex(of: "(") else { return nil }
        return LabelledValue.unmarked(String(text[text.index(after: start)...].dropLast()))
    }

    /// The text with one blank where several stood, as programs put them when they wrap, and
    /// without soft hyphens, zero-width blanks and marks at its ends that show nothing.
    private static func singleBlanks(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var wasBlank = false
        let rest = text.unicodeScalars.drop { PlainText.isInvisible($0) && $0 != guardMark }
        for scalar in rest where !["\u{AD}", "\u{200B}", "\u{FEFF}"].contains(scalar) {
            let isBlank = scalar == " " || scalar == "\t" || scalar == "\u{A0}"
            if isBlank, wasBlank {
                scalars.removeLast()
                scalars.append(" ")
                continue
            }
            scalars.append(scalar)
            wasBlank = isBlank
        }
        while let last = scalars.last, PlainText.isInvisible(last) { scalars.removeLast() }
        return String(scalars)
    }

    private static let guardMark = LabelledValue.guardMark
}
