import OutputText

extension WitError.Code {
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

extension WitError {
    /// An error of a code, with its line and the offending value.
    init(_ code: Code, _ message: String, value: String) {
        self.init(code, about: .item(value), message)
    }

    /// Whether a message, or a part or address of it, cannot be built.
    public var isMessageError: Bool {
        [
            .lineBreak, .noAddress, .manyAddresses, .invalidName, .lineTooLong, .unreadableFile,
        ].contains(code)
    }

    /// Refuses text that holds CR, LF or NUL.
    static func refuseBreaks(in text: String, of what: String) throws(WitError) {
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
        throw WitError(
            .lineBreak, "A line break or NUL must not appear in \(what): “\(shown)”.", value: text)
    }
}
