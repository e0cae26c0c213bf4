/// How a body is coded for transport: the Content-Transfer-Encoding (RFC 2045 §6).
public struct TransferEncoding: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The word in small letters.
    public let rawValue: String

    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue.asciiLowercased }

    /// The word in small letters.
    public var description: String { rawValue }

    /// Short lines of ASCII, not encoded.
    public static let sevenBit = TransferEncoding(rawValue: "7bit")
    /// Short lines of octets, not encoded.
    public static let eightBit = TransferEncoding(rawValue: "8bit")
    /// Any octets, not encoded.
    public static let binary = TransferEncoding(rawValue: "binary")
    /// Base64 (RFC 2045 §6.8).
    public static let base64 = TransferEncoding(rawValue: "base64")
    /// Quoted-printable (RFC 2045 §6.7).
    public static let quotedPrintable = TransferEncoding(rawValue: "quoted-printable")
    /// Uuencode (POSIX.1).
    public static let uuencode = TransferEncoding(rawValue: "x-uuencode")

    /// yEnc (yEncode draft 1.3); Usenet has it.
    public static let yenc = TransferEncoding(rawValue: "x-yenc")

    /// Reads a field's value.
    ///
    /// QUIRK: RFC 2045 §6.1: quotes, comments, trailing semicolons and spellings such as
    /// `8-bit`, `quoted printable`, `x-uue`.
    init(parsing value: ArraySlice<UInt8>) {
        var lexer = HeaderLexer(value)
        lexer.skipBlanksAndComments()
        let word: [UInt8]
        if lexer.current == .quote {
            word = lexer.quotedString()
        } else {
            word = Array(lexer.text { $0 == .semicolon || $0 == .openParenthesis }.trimmed)
        }
        let text = RawText.decode(word[...]).asciiLowercased
        switch text {
        case "", "7-bit", "7bits", "us-ascii", "ascii": self = .sevenBit
        case "8-bit", "8bits": self = .eightBit
        case "quoted printable", "quotedprintable", "quoted-printeable": self = .quotedPrintable
        case "base-64": self = .base64
        case "yenc": self = .yenc
        case "uuencode", "x-uue", "uue", "uu": self = .uuencode
        default: self.init(rawValue: text)
        }
    }

    /// Whether the body is not encoded.
    public var isIdentity: Bool {
        switch rawValue {
        case "base64", "quoted-printable", "x-uuencode", "x-yenc": false
        default: true
        }
    }

    /// Whether it is one of the seven that are decoded here.
    public var isKnown: Bool {
        switch rawValue {
        case "7bit", "8bit", "binary": true
        default: !isIdentity
        }
    }

    /// Decodes a body at one stroke; unknown encodings leave it as it stands.
    func decode(_ body: ArraySlice<UInt8>, limit: Int) -> DecodedBody {
        var decoded: DecodedBody
        switch self {
        case .base64: decoded = Base64.decode(body)
        case .quotedPrintable: decoded = QuotedPrintable.decode(body)
        case .uuencode: decoded = UUEncoding.decode(body)
        case .yenc: decoded = YEncoding.decode(body)
        default:
            decoded = DecodedBody(octets: Array(body))
            guard self != .binary else { break }
            var meter = LineMeter()
            meter.take(body)
            if let place = meter.longLine { decoded.noteLongLine(at: place) }
        }
        decoded.limit(to: limit)
        return decoded
    }
}
