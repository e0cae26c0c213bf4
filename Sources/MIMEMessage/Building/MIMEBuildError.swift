import OutputText

/// Why a message cannot be built, or an address not be taken.
public struct MIMEBuildError: SpokenError, Hashable, Sendable {
    /// The stable code of a kind of error: an open vocabulary.
    public struct Code: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
        /// The code as text.
        public var rawValue: String

        /// Takes any text as a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Takes a literal as a code.
        public init(stringLiteral value: String) { rawValue = value }

        /// A CR, LF or NUL where none may be: it would forge header fields.
        public static let lineBreak: Self = "line-break"
        /// No address where one is needed.
        public static let noAddress: Self = "no-address"
        /// Several addresses where one is needed.
        public static let manyAddresses: Self = "many-addresses"
        /// A field name, media type or identifier with characters it must not have.
        public static let invalidName: Self = "invalid-name"
        /// A word that cannot be folded and makes a line longer than 998 octets.
        public static let lineTooLong: Self = "line-too-long"
        /// A file of a part that is missing, cannot be read or has become shorter.
        public static let unreadableFile: Self = "unreadable-file"
    }

    /// What kind of error it is.
    public var code: Code
    /// One line for a person, with the offending value.
    public var message: String
    /// The offending value.
    public var value: String

    /// An error of a code, with its line and the offending value.
    public init(_ code: Code, _ message: String, value: String) {
        self.code = code
        self.message = message
        self.value = value
    }

    /// The line for a person.
    public var description: String { message }

    /// Refuses text that holds CR, LF or NUL.
    static func refuseBreaks(in text: String, of what: String) throws(MIMEBuildError) {
        let isBreak: (UInt8) -> Bool = { $0 == .cr || $0 == .lf || $0 == 0 }
        guard text.utf8.contains(where: isBreak) else { return }
        var shown = ""
        for scalar in text.unicodeScalars.prefix(200) {
            switch scalar {
            case "\r": shown += "\\r"
            case "\n": shown += "\\n"
            case "\0": shown += "\\0"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        throw MIMEBuildError(
            .lineBreak, "A line break or NUL may not stand in \(what): “\(shown)”.", value: text)
    }
}
