import MailTemplates
import PhotoRecords

/// The readable block of one photo: a label and a value per line, for people first.
///
/// ```
/// Name:         Red kite
/// Date:         Wednesday, 1 May 2024, 10:22:33 (UTC+02:00)
/// Coordinates:  48.85837, 2.29448
/// ```
struct LabelledBlock {
    /// A line's label, as the key of `TemplateWords.labels`, and its value.
    let lines: [(label: String, value: String)]
    private let words: TemplateWords

    init(
        _ record: PhotoRecord, fileName: String?, words: TemplateWords, language: String,
        mapLink: MapLink = .openStreetMap, tellsPlaces: Bool = true
    ) {
        self.words = words
        let dates = DateWords(words: words)
        let location = record.location
        let way = WhereWords(words: words, tellsPlaces: tellsPlaces)
        let places = location?.place.map { LabelledPlace.lines($0, language: language) } ?? []
        let values: [(String, String?)] =
            [
                ("name", record.name.map(LabelledValue.oneLine)),
                ("caption", record.caption.map(LabelledValue.marked)),
                ("taken", record.taken.map(dates.exactText)),
            ] + places.map { ($0.label, Optional($0.value)) } + [
                ("where", location.flatMap(way.text)),
                ("coordinates", location.flatMap(Self.coordinates)),
                (
                    "map",
                    location?.coordinate.map {
                        mapLink.shortAddress(of: $0, precision: location?.precision)
                    }
                ),
                ("altitude", location?.altitude.map { Self.altitude($0, words) }),
                ("people", LabelledValue.list(record.people)),
                ("keywords", LabelledValue.list(record.keywords)),
                ("regions", LabelledValue.list(record.regions.compactMap(\.name))),
                ("camera", record.camera.flatMap(Self.camera)),
                ("file", fileName),
            ]
        lines = values.compactMap { label, value in
            value.map { (label, Self.exact.contains(label) ? $0 : LabelledValue.guarded($0)) }
        }
    }

    // Values of ours, in which nothing can be taken for a label.
    private static let exact: Set<String> = ["taken", "coordinates", "map", "altitude", "file"]

    private static func coordinates(_ location: Location) -> String? {
        location.coordinate.map { PlaceWords.text($0) + precision(location) }
    }

    /// ` (±1 km)` for a location that is shared so coarsely, ` (Paris)` for the middle of the place;
    /// else nothing.
    static func precision(_ location: Location) -> String {
        if location.precision == .place, let name = location.place?.name {
            return " (\(LabelledValue.oneLine(name)))"
        }
        guard let precision = location.precision?.rawValue, precision.hasSuffix("km"),
            let distance = Int(precision.dropLast(2))
        else { return "" }
        return " (±\(distance) km)"
    }

    /// `35.1 m`, with the language's decimal mark.
    static func altitude(_ metres: Double, _ words: TemplateWords) -> String {
        PlaceWords.decimal(metres, mark: words.decimalMark) + " m"
    }

    /// A record's words as a reader of the block can tell them: blanks and marks that show nothing,
    /// fractions of a second, and how a country is spelled do not count there.
    static func readable(_ record: PhotoRecord) -> PhotoRecord {
        var record = record
        record.name = record.name.map(PlainText.normal)
        record.caption = record.caption.map(PlainText.normal)
        record.keywords = record.keywords.map(PlainText.normal)
        record.people = record.people.map(PlainText.normal)
        if let taken = record.taken { record.taken?.local = wholeSeconds(taken.local) }
        if let place = record.location?.place {
            let told = LabelledPlace.readable(place)
            record.location?.place?.name = told.name
            record.location?.place?.region = told.region
            record.location?.place?.country = told.country
        }
        if let location = record.location, precision(location).isEmpty {
            record.location?.precision = nil
        }
        return CleanText.clean(record)
    }

    private static func wholeSeconds(_ moment: LocalDateTime) -> LocalDateTime {
        guard var time = moment.time else { return moment }
        time.fraction = ""
        return LocalDateTime(
            year: moment.year, month: moment.month, day: moment.day, time: time) ?? moment
    }

    /// The columns of a line, label included, as far as blanks allow it.
    static let width = 72

    /// The labels padded to one width, and the values: broken so that they stand beside their
    /// label in any program that shows plain text, each further line indented.
    var fields: [[String: String]] {
        let indent = (words.labels.values.map(\.count).max() ?? 0) + words.colon.count + 2
        return lines.map { label, value in
            let label = words.label(label)
            let text = value.split(separator: "\n", omittingEmptySubsequences: false)
                .flatMap { Self.wrapped($0, width: max(Self.width - indent, 20)) }
                .map(LabelledValue.guardedLine)
                .joined(separator: "\n" + String(repeating: " ", count: indent))
            return [
                "label": label + String(repeating: " ", count: max(1, indent - label.count)),
                "value": text,
            ]
        }
    }

    /// A line broken at blanks into lines of a width; a longer word stands on a line of its own.
    private static func wrapped(_ line: Substring, width: Int) -> [Substring] {
        var lines: [Substring] = []
        var start = line.startIndex
        var end = start
        var length = 0
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let count = word.count
            if end > start, length + 1 + count > width {
                lines.append(line[start..<end])
                start = word.startIndex
                length = count
            } else {
                length += end > start ? count + 1 : count
            }
            end = word.endIndex
        }
        return lines + [line[start...]]
    }

    static func camera(_ camera: Camera) -> String? {
        let make = camera.make ?? ""
        let model = camera.model ?? ""
        // Makers often write their name into the model too.
        let repeats = model.lowercased().hasPrefix(make.lowercased())
        let text = repeats || make.isEmpty ? model : (model.isEmpty ? make : make + " " + model)
        return text.isEmpty ? nil : text
    }
}
