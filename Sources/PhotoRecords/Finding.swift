import JSON
import OutputText

/// How much a finding matters.
public enum FindingSeverity: String, Sendable, CaseIterable, Comparable {
    /// Worth knowing, nothing lost.
    case note
    /// Something was repaired, guessed or left out.
    case warning
    /// Something could not be read at all.
    case error

    /// Orders by how much it matters: note, warning, error.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}

/// The stable code of a kind of finding, in lower-case words with hyphens.
///
/// An open vocabulary: each module adds its own as static members, and a code from another
/// program or a later version is still a value.
public struct FindingCode: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    /// The code as it stands in JSON.
    public var rawValue: String

    /// Takes any text as a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes a literal as a code.
    public init(stringLiteral value: String) { rawValue = value }

    /// A field of a record's JSON form that could not be read.
    public static let recordFieldRejected: FindingCode = "record-field-rejected"
}

/// What a reader noticed about damaged, odd or incomplete input while it read on.
public struct Finding: Hashable, Sendable {
    /// How much it matters.
    public var severity: FindingSeverity
    /// What kind it is; two findings of one code say the same thing of two places.
    public var code: FindingCode
    /// Where: a tag (`exif:GPSLatitudeRef`), a byte offset (`@1024`), a path. May be empty.
    public var place: String
    /// One sentence for a person.
    public var message: String

    /// A finding of a severity and code, at a place, in a sentence, which stands on one line: foreign text
    /// in it does no harm where it is shown.
    public init(
        _ severity: FindingSeverity, _ code: FindingCode, where place: String, _ message: String
    ) {
        self.severity = severity
        self.code = code
        self.place = place
        self.message = message.shownLine
    }
}

extension Finding {
    init?(members: inout JSONMembers) {
        guard let severity = members.take("severity", { $0.string.flatMap(FindingSeverity.init) }),
            let code = members.string("code")
        else { return nil }
        self.init(
            severity, FindingCode(rawValue: code), where: members.string("where") ?? "",
            members.string("message") ?? "")
    }

    /// The JSON form: `severity`, `code`, `where`, `message`.
    public var json: JSONValue {
        [
            "severity": .string(severity.rawValue), "code": .string(code.rawValue),
            "where": .string(place), "message": .string(message),
        ]
    }
}
