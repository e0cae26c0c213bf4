/// How a part shall be shown: the value of a Content-Disposition field (RFC 2183).
public struct ContentDisposition: Hashable, Sendable {
    /// `attachment`, `inline`, or another word, in small letters.
    public var kind: String
    /// The parameters, decoded: `filename`, `size`, `creation-date` …
    public var parameters: MIMEParameters

    /// A disposition with parameters.
    public init(_ kind: String, _ parameters: MIMEParameters = [:]) {
        self.kind = kind.asciiLowercased
        self.parameters = parameters
    }

    init(parsing value: ArraySlice<UInt8>, limit: Int, at offset: Int, defects: inout DefectList) {
        var lexer = HeaderLexer(value)
        lexer.skipBlanksAndComments()
        let mark = lexer.index
        var kind = lexer.text { $0 == .semicolon || $0 == .openParenthesis || $0.isBlankOrBreak }
        if kind.contains(.equals) {
            // QUIRK: RFC 2183 §2: the parameters alone, `filename=x.pdf`.
            kind = []
            lexer.index = mark
        }
        self.init(
            RawText.decode(kind),
            MIMEParameters(parsing: &lexer, limit: limit, at: offset, defects: &defects))
    }

    /// Whether it says `attachment`.
    public var isAttachment: Bool { kind == "attachment" }

    /// Whether it says `inline`.
    public var isInline: Bool { kind == "inline" }

    /// The `filename` parameter.
    public var fileName: String? { parameters["filename"] }
}
