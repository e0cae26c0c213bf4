/// What a photo's other fields say of the encoding of a text that is not UTF-8.
///
/// A program that writes its machine's encoding into EXIF or IPTC often writes the same words
/// into XMP or the fields of Windows, in Unicode: the encoding under which both are the same is
/// the one. Nothing is computed before a text needs it.
struct CharsetEvidence: Sendable {
    /// The character set that IPTC's 1:90 declares, if it is another than UTF-8.
    var declared: Charset?
    /// Whether UserComment is in a Japanese encoding.
    var isJapanese = false
    /// The photo's texts whose encoding is certain.
    var witnesses: @Sendable () -> [String] = { [] }

    /// The sets that are tried, in this order: one whose words are those of a witness counts.
    private static let candidates: [Charset] = [
        .windows1251, .shiftJIS, .windows1250, .windows1253, .windows1254, .macRoman,
    ]

    /// The text of bytes that are not UTF-8; nil if nothing speaks for an encoding.
    func text(_ bytes: [UInt8]) -> String? {
        if let declared { return declared.decode(bytes) }
        if isJapanese, let text = Charset.shiftJIS.strictly(bytes) { return text }
        let witnesses = witnesses()
        guard !witnesses.isEmpty else { return nil }
        // Windows-1252 itself may be what a witness speaks for.
        return ([.windows1252] + Self.candidates).lazy.compactMap { $0.strictly(bytes) }
            .first { text in
                witnesses.contains { $0 == text || (text.count >= 8 && $0.hasPrefix(text)) }
            }
    }
}
