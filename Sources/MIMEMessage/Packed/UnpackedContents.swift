/// What stands inside of one part in a format that is not MIME: TNEF, or uuencode or yEnc in a text.
///
/// ```swift
/// let packed = part.packedContents()
/// for file in packed.parts { save(file.decodedBody(), as: file.fileName) }
/// ```
public struct UnpackedContents: Sendable {
    /// The format.
    public enum Format: String, Sendable {
        /// Transport Neutral Encapsulation Format ([MS-OXTNEF]): `winmail.dat` of Outlook.
        case tnef
        /// Files between `begin` and `end` in a plain text (POSIX.1, `uuencode`).
        case uuencode
        /// Files between `=ybegin` and `=yend` in a plain text (yEncode draft 1.3).
        case yenc
    }

    /// The format.
    public var format: Format
    /// What is in it, made parts: texts first, then files. They have no header fields but a
    /// Content-ID; their paths go on from the part's own, `1.2.1`, `1.2.2`.
    public var parts: [MIMEPart] = []
    /// The subject that TNEF states.
    public var subject: String?
    /// What is odd about it. The offset is where the part's body begins; the sentence says more.
    public var defects: [MIMEDefect] = []
}
