import MailTemplates
import PhotoRecord

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

    init(_ record: PhotoRecord, fileName: String?, words: TemplateWords, language: String) {
        self.words = words
        let dates = DateWords(words: words)
        let location = record.location
        let regions = record.regions.compactMap(\.name)
        let values: [(String, String?)] = [
            ("name", record.name),
            ("caption", record.caption),
            ("taken", record.taken.map(dates.exactText)),
            ("place", location?.place.flatMap { PlaceWords.text($0, language: language) }),
            ("coordinates", location?.coordinate.map { PlaceWords.text($0) }),
            ("map", location?.coordinate.map(PlaceWords.shortMapLink)),
            ("altitude", location?.altitude.map { PlaceWords.decimal($0) + " m" }),
            ("people", Self.list(record.people)),
            ("keywords", Self.list(record.keywords)),
            ("regions", Self.list(regions)),
            ("camera", record.camera.flatMap(Self.camera)),
            ("file", fileName),
        ]
        lines = values.compactMap { label, value in value.map { (label, $0) } }
    }

    /// The columns of a line, label included, as far as blanks allow it.
    static let width = 72

    /// The labels padded to one width, and the values: broken so that they stand beside their
    /// label in any program that shows plain text, each further line indented.
    var fields: [[String: String]] {
        let indent = (words.labels.values.map(\.count).max() ?? 0) + 3
        return lines.map { label, value in
            let label = (words.labels[label] ?? label) + ":"
            let text = value.split(separator: "\n", omittingEmptySubsequences: false)
                .flatMap { Self.wrapped($0, width: max(Self.width - indent, 20)) }
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

    private static func list(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}
