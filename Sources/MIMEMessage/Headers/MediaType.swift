/// The media type of a part: the value of a Content-Type field (RFC 2045 §5).
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// The top-level type in small letters: `image`.
    public var type: String
    /// The subtype in small letters: `jpeg`.
    public var subtype: String
    /// The parameters, decoded.
    public var parameters: MIMEParameters

    /// A media type with parameters.
    public init(_ type: String, _ subtype: String, _ parameters: MIMEParameters = [:]) {
        self.type = type.asciiLowercased
        self.subtype = subtype.asciiLowercased
        self.parameters = parameters
    }

    /// Reads `type/subtype; name=value …`; nil where there is no type or no subtype.
    public init?(parsing text: String) {
        var unheard = DefectList(limit: 0)
        self.init(
            parsing: Array(text.utf8)[...], limit: MIMELimits.standard.parameterSegments, at: 0,
            defects: &unheard)
    }

    init?(
        parsing value: ArraySlice<UInt8>, limit: Int, at offset: Int, defects: inout DefectList
    ) {
        var lexer = HeaderLexer(value)
        lexer.skipBlanksAndComments()
        let type = lexer.text { $0 == .slash || $0 == .semicolon || $0.isBlankOrBreak }
        lexer.skipBlanksAndComments()
        guard !type.isEmpty, lexer.take(.slash) else { return nil }
        lexer.skipBlanksAndComments()
        let subtype = lexer.text {
            $0 == .semicolon || $0 == .openParenthesis || $0.isBlankOrBreak || $0 == .comma
        }
        let isToken: (UInt8) -> Bool = { $0 > 0x20 && $0 < .delete && $0 != .quote }
        guard !subtype.isEmpty, type.allSatisfy(isToken), subtype.allSatisfy(isToken),
            !subtype.contains(.slash)
        else { return nil }
        self.init(
            String(decoding: type, as: UTF8.self), String(decoding: subtype, as: UTF8.self),
            MIMEParameters(parsing: &lexer, limit: limit, at: offset, defects: &defects))
    }

    /// The type and subtype: `image/jpeg`.
    public var essence: String { type + "/" + subtype }

    /// Whether it is a `multipart/…`.
    public var isMultipart: Bool { type == "multipart" }

    /// Whether it is a `text/…`.
    public var isText: Bool { type == "text" }

    /// Whether it holds a whole message: `message/rfc822`, `message/global`, `message/news`.
    public var isMessage: Bool {
        type == "message" && (subtype == "rfc822" || subtype == "global" || subtype == "news")
    }

    /// The `charset` parameter.
    public var charset: String? { parameters["charset"] }

    /// The type, subtype and parameters, for reading, not for a header.
    public var description: String {
        parameters.reduce(into: essence) { $0 += "; \($1.name)=\($1.value)" }
    }
}

extension MediaType {
    /// What a part without a readable Content-Type is (RFC 2045 §5.2).
    public static let plainText = MediaType("text", "plain")
    /// Octets of which nothing is known.
    public static let octetStream = MediaType("application", "octet-stream")
    /// A whole message.
    public static let message = MediaType("message", "rfc822")
    /// A JPEG picture.
    public static let jpeg = MediaType("image", "jpeg")
    /// A PNG picture.
    public static let png = MediaType("image", "png")
}
