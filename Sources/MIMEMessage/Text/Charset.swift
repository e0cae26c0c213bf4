import TextCleaning

/// A charset by the label mail gives it: `utf-8`, `ISO-8859-1`, `gb2312`.
///
/// The labels are those of the WHATWG Encoding Standard and the ones mail adds to them; what a
/// label names is decoded by the superset that is in use (`iso-8859-1` as Windows-1252, `gb2312`
/// as GB18030, `ks_c_5601-1987` as CP949).
public struct Charset: Hashable, Sendable {
    /// The label in small letters, without quotes and blanks.
    public let label: String
    /// What the C library calls it; nil where it is not known.
    let codec: Codec?

    enum Codec: Hashable, Sendable {
        case utf8
        case windows1252
        case utf7
        case iconv(String)
    }

    /// Takes a label as it stands in a message.
    public init(label: String) {
        let bare = Array(label.utf8).trimmed.filter { $0 != .quote && $0 != .apostrophe }
        self.label = String(decoding: bare, as: UTF8.self).asciiLowercased
        codec = CharsetLabels.codec(self.label)
    }

    /// Whether text of it can be decoded without guessing.
    public var isKnown: Bool {
        switch codec {
        case .iconv(let name): IconvDecoder(name) != nil
        case .none: false
        default: true
        }
    }

    /// Whether its units are of two octets or four: UTF-16, UTF-32 and what they were called.
    var hasWideUnits: Bool {
        guard case .iconv(let name) = codec else { return false }
        return ["utf-16", "utf-32", "ucs"].contains { name.asciiLowercased.hasPrefix($0) }
    }

    /// Decodes octets; what is invalid becomes U+FFFD. The text is in Normalization Form C, with at
    /// most thirty combining marks in a row (UAX #15).
    ///
    /// An unknown charset is guessed: UTF-8 if the octets are valid, else Windows-1252.
    ///
    /// - Returns: The text, and the defect there was: `unknown-charset` or `invalid-text`.
    public func decode(_ octets: [UInt8]) -> (text: String, defect: MIMEDefect.Code?) {
        let (text, defect) = rawText(of: octets)
        return (ForeignText.cleaned(text), defect)
    }

    /// What ``decode(_:)`` would find odd, without the text being made ready.
    func defect(in octets: [UInt8]) -> MIMEDefect.Code? {
        // Every octet is a letter of Windows-1252, and US-ASCII is guessed from.
        codec == .windows1252 ? nil : rawText(of: octets).defect
    }

    private func rawText(of octets: [UInt8]) -> (text: String, defect: MIMEDefect.Code?) {
        switch codec {
        case .utf8:
            if let text = String(validating: octets, as: UTF8.self) { return (text, nil) }
            return (String(decoding: octets, as: UTF8.self), .invalidText)
        case .windows1252:
            return (decodeWestern(octets), nil)
        case .utf7:
            return UTF7.decode(octets)
        case .iconv(let name):
            guard let decoder = IconvDecoder(name) else { break }
            let (text, isValid) = decoder.decode(octets)
            return (text, isValid ? nil : .invalidText)
        case .none: break
        }
        return (RawText.decode(octets[...]), .unknownCharset)
    }

    /// QUIRK: RFC 2046 §4.1.2: text labelled `us-ascii` (or not at all) that has 8-bit octets: if
    /// they are valid UTF-8, that is what they are.
    private func decodeWestern(_ octets: [UInt8]) -> String {
        label.hasSuffix("ascii") || label.isEmpty
            ? RawText.decode(octets[...]) : Windows1252.decode(octets[...])
    }

    /// US-ASCII, what text without a charset is.
    public static let ascii = Charset(label: "us-ascii")
    /// UTF-8.
    public static let utf8 = Charset(label: "utf-8")
}
