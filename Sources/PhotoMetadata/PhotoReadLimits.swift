/// How much of a foreign file is looked at. What lies beyond a limit is left out with a finding.
public struct PhotoReadLimits: Hashable, Sendable {
    /// The size of an EXIF block in bytes. libexif takes no more than 65,534.
    public var exifBytes = 65_534
    /// The size of an XMP packet in bytes, an extended one (XMP part 3 §1.1.3.1) included.
    public var xmpBytes = 16 << 20
    /// The size of Photoshop's image resources in bytes, all their segments together.
    public var photoshopBytes = 4 << 20
    /// Marker segments that are looked at before the picture's data.
    public var segments = 4_096
    /// XML elements and attributes of one XMP packet.
    public var xmpNodes = 50_000
    /// How deep XML elements of an XMP packet may nest.
    public var xmpDepth = 64
    /// Entries of a list, such as keywords, people or regions.
    public var listEntries = 10_000
    /// Bytes of one text, such as a caption.
    public var textBytes = 1 << 20

    /// The limits that suit every photo we have met.
    public static let standard = Self()

    /// The standard limits.
    public init() {}
}
