/// How much a parser takes from one message.
///
/// A message that meets a limit is read as far as the limit goes, with a defect; it never makes
/// an error.
public struct MIMELimits: Hashable, Sendable {
    /// Parts in all, the message itself counted; what follows stays unread.
    public var parts: Int
    /// Levels of nesting; a multipart or message at that level is kept as a leaf.
    public var depth: Int
    /// Levels of embedded messages that are encoded, one inside the other: the standard forbids it
    /// altogether (RFC 2046 §5.2.1), and each level is a copy of the rest.
    public var encodedDepth: Int
    /// Levels of packed parts, one inside the other, that are opened: a message in the TNEF of a
    /// message in TNEF is 2.
    public var packedDepth: Int
    /// Octets of one part's header; later fields are passed over.
    public var headerBytes: Int
    /// Segments of the parameters of one field; later ones are passed over.
    public var parameterSegments: Int
    /// Octets that one body may decode to; the rest is cut off.
    public var decodedBytes: Int
    /// Defects that are kept of one message.
    public var defects: Int

    /// Limits of one's own.
    public init(
        parts: Int = 1_000, depth: Int = 100, encodedDepth: Int = 3,
        packedDepth: Int = 8, headerBytes: Int = 1 << 20,
        parameterSegments: Int = 100, decodedBytes: Int = 512 << 20, defects: Int = 1_000
    ) {
        self.parts = parts
        self.depth = depth
        self.encodedDepth = encodedDepth
        self.packedDepth = packedDepth
        self.headerBytes = headerBytes
        self.parameterSegments = parameterSegments
        self.decodedBytes = decodedBytes
        self.defects = defects
    }

    /// 1,000 parts, 100 levels, 1 MiB of header, 100 parameter segments, 512 MiB of decoded body.
    public static let standard = MIMELimits()
}
