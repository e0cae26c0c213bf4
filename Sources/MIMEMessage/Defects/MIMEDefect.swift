/// Something a parser noticed about a message while it read on.
///
/// Damaged mail never makes an error: what can be read is read, and each oddity is one of these.
public struct MIMEDefect: Hashable, Sendable, CustomStringConvertible {
    /// How much a defect matters.
    public enum Severity: String, Sendable, CaseIterable {
        /// A deviation from the standard, nothing lost.
        case note
        /// Something was repaired or guessed.
        case warning
        /// Something could not be read, or a limit was met.
        case error
    }

    /// The stable code of a kind of defect: an open vocabulary in lower-case words with hyphens.
    public struct Code: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
        /// The code as text.
        public var rawValue: String

        /// Takes any text as a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Takes a literal as a code.
        public init(stringLiteral value: String) { rawValue = value }
    }

    /// How much it matters.
    public var severity: Severity
    /// What kind it is.
    public var code: Code
    /// Where it is, in octets from the start of the message.
    public var offset: Int
    /// One sentence for a person.
    public var message: String

    /// A defect of a severity and code at an offset, in a sentence.
    public init(_ severity: Severity, _ code: Code, at offset: Int, _ message: String) {
        self.severity = severity
        self.code = code
        self.offset = offset
        self.message = message
    }

    /// `warning base64-junk @1024: …`
    public var description: String {
        "\(severity.rawValue) \(code.rawValue) @\(offset): \(message)"
    }
}

extension MIMEDefect.Code {
    /// The message has no octet at all.
    public static let emptyMessage: Self = "empty-message"
    /// The message ends its lines with bare CR.
    public static let bareCarriageReturns: Self = "bare-carriage-returns"
    /// A header block ended at a line that is not a field, without an empty line.
    public static let missingHeaderSeparator: Self = "missing-header-separator"
    /// A line among the header fields is neither field nor continuation; it was passed over.
    public static let malformedField: Self = "malformed-field"
    /// A header block begins with a continuation line.
    public static let strayContinuation: Self = "stray-continuation"
    /// There is white space between a field's name and its colon.
    public static let blankBeforeColon: Self = "blank-before-colon"
    /// A field that may occur only once occurs several times.
    public static let duplicateField: Self = "duplicate-field"
    /// A Content-Type that cannot be read.
    public static let malformedContentType: Self = "malformed-content-type"
    /// A parameter that cannot be read, or segments of one that do not join.
    public static let malformedParameter: Self = "malformed-parameter"
    /// A Content-Transfer-Encoding that is not known; the body is taken as it stands.
    public static let unknownTransferEncoding: Self = "unknown-transfer-encoding"
    /// A composite type with an encoding that it must not have (RFC 2045 §6.4).
    public static let encodedComposite: Self = "encoded-composite"
    /// A multipart without a boundary parameter.
    public static let missingBoundary: Self = "missing-boundary"
    /// A multipart in which its boundary never occurs.
    public static let boundaryNotFound: Self = "boundary-not-found"
    /// A multipart whose closing boundary is missing.
    public static let unclosedMultipart: Self = "unclosed-multipart"
    /// A line longer than 998 octets (RFC 5322 §2.1.1).
    public static let longLine: Self = "long-line"
    /// A file name that would lead elsewhere, or looks like another one.
    public static let unsafeFileName: Self = "unsafe-file-name"
    /// Characters in base64 that do not belong to it.
    public static let base64Junk: Self = "base64-junk"
    /// Base64 with padding that is missing, misplaced or too much.
    public static let base64Padding: Self = "base64-padding"
    /// An escape in quoted-printable that is none.
    public static let quotedPrintableEscape: Self = "quoted-printable-escape"
    /// Uuencoded data that is damaged.
    public static let uuencodeDamaged: Self = "uuencode-damaged"
    /// Data in yEnc that are damaged.
    public static let yencDamaged: Self = "yenc-damaged"
    /// TNEF that says what cannot be.
    public static let tnefDamaged: Self = "tnef-damaged"
    /// TNEF that ends in the middle.
    public static let tnefTruncated: Self = "tnef-truncated"
    /// A checksum in TNEF that is wrong; the data count all the same.
    public static let tnefChecksum: Self = "tnef-checksum"
    /// What is packed in a part is too long for memory, and a temporary file has no room.
    public static let noTemporaryFile: Self = "no-temporary-file"
    /// A piece of a message that is over a limit or at odds with the others.
    public static let partialRefused: Self = "partial-refused"
    /// A charset that is not known; the text was guessed.
    public static let unknownCharset: Self = "unknown-charset"
    /// Octets that the stated charset does not have.
    public static let invalidText: Self = "invalid-text"
    /// More parts than the limit.
    public static let partLimit: Self = "part-limit"
    /// Deeper nesting than the limit.
    public static let depthLimit: Self = "depth-limit"
    /// A header longer than the limit.
    public static let headerLimit: Self = "header-limit"
    /// More parameter segments than the limit.
    public static let parameterLimit: Self = "parameter-limit"
    /// A decoded body longer than the limit.
    public static let decodedLimit: Self = "decoded-limit"
    /// More defects than are kept.
    public static let defectLimit: Self = "defect-limit"
}
