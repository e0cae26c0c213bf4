/// The names that XMP segments of a JPEG begin with (XMP part 3 §1.1.3).
enum XMPSegment {
    /// A packet.
    static let header: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    /// A piece of an extended packet; GUID, full length and offset follow.
    static let extendedHeader: StaticString = "http://ns.adobe.com/xmp/extension/\0"
    /// The most that a segment holds of a packet.
    static let packetSize = 65_533 - 29
    /// The most that a segment holds of an extended packet.
    static let pieceSize = 65_533 - 35 - 40
}
