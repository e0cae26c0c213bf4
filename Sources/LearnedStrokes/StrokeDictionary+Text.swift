import JSON
import OutputText
import RegionGeometry
import TextCleaning

/// The file of learned strokes is JSON Lines. The first line says what it is, each other one is a stroke:
///
/// ```json
/// {"format":"wit-strokes","version":1}
/// {"points":[[12,30],[14.5,31]],"use":"command","word":"accept"}
/// ```
///
/// `points` are x and y in pixels, y downwards; `use` is `name`, `keyword`, `command` or a later
/// word, and may be missing. Lines of one word need not stand together. Members that this version
/// does not know are kept.
extension StrokeDictionary {
    /// The word that the first line has as `format`.
    public static let format = "wit-strokes"
    /// The version of the form that is written.
    public static let version = 1

    /// The file's first line.
    public static var header: JSONValue {
        ["format": .string(format), "version": .integer(Int64(version))]
    }

    /// The strokes as lines of JSON, without the first one.
    public var lines: [JSONValue] { entries.flatMap { $0.strokes.map(\.json) } }

    /// Learns the stroke of a line.
    ///
    /// - Throws: `not-understood` where the line says none, or there are too many words.
    mutating func learn(line: [UInt8]) throws(WitError) {
        let line = try StrokeLine(line)
        guard let word = line.members["word"]?.string.flatMap(Self.cleaned) else {
            throw StrokeLine.fault("the stroke says no word of one line")
        }
        var learned = LearnedStroke(
            word, use: line.members["use"]?.string.map(WordUse.init(rawValue:)),
            stroke: line.stroke)
        learned.unknown = line.members.filter { !["word", "use"].contains($0.key) }
        guard learn(learned) else {
            throw StrokeLine.fault("there are \(Self.wordLimit) words already")
        }
    }

    /// A word as it is kept: trimmed, in Normalization Form C; nil where it is empty, longer than
    /// 200 characters or more than one line.
    public static func cleaned(_ word: String) -> String? {
        let text = ForeignText.cleaned(word)
        let trimmed = text.trimmingPrefix { $0.isWhitespace }.reversed()
            .trimmingPrefix { $0.isWhitespace }.reversed()
        let cleaned = String(trimmed)
        let isOneLine = cleaned.unicodeScalars.allSatisfy {
            ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        guard !cleaned.isEmpty, cleaned.count <= wordLength, isOneLine else { return nil }
        return cleaned
    }

    /// Whether a line is the first one of a file of learned strokes.
    public static func isHeader(_ line: [UInt8]) -> Bool {
        line.count < 1_000 && header(line) != nil
    }

    /// The version that a first line says, and its members that this version does not know; nil where
    /// it is no such line.
    static func header(_ line: [UInt8]) -> (version: Int, unknown: JSONObject)? {
        guard let object = (try? JSONValue(parsingForeign: line))?.object,
            object["format"]?.string == format
        else { return nil }
        let unknown = object.filter { !["format", "version"].contains($0.key) }
        return (object["version"]?.int ?? version, unknown)
    }
}

extension LearnedStroke {
    /// The JSON form.
    public var json: JSONValue {
        var object = unknown
        object["word"] = .string(word)
        object["use"] = use.map { .string($0.rawValue) }
        object["points"] = .array(stroke.points.map { [.number($0.x), .number($0.y)] })
        return .object(object)
    }
}
