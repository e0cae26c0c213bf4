/// The attributes of a TNEF stream, one after another ([MS-OXTNEF] §2.1.3.1):
///
/// ```
/// stream     = signature (0x223E9F78) key (16 bits) *attribute
/// attribute  = level (1 message, 2 attachment) tag (32 bits) length (32 bits) data checksum
/// checksum   = the sum of the data's octets, 16 bits
/// ```
///
/// Damage ends nothing that can still be read: a checksum that is wrong is noted, data that are
/// cut off are given as far as they go.
struct TNEFStream {
    private var cursor: LittleEndianCursor
    private let start: Int
    private(set) var flaws = DecodedBody(octets: [])

    /// The octets every stream begins with ([MS-OXTNEF] §2.1.3.2).
    static let signature: [UInt8] = [0x78, 0x9F, 0x3E, 0x22]

    /// A stream in a range of octets; nil where it does not begin as one.
    init?(_ bytes: MailOctets, in range: Range<Int>) {
        cursor = LittleEndianCursor(bytes, in: range)
        start = range.lowerBound
        guard cursor.uint32() == 0x223E_9F78 else { return nil }
        if cursor.uint16() == nil { noteTruncation() }
    }

    /// The next attribute; nil at the end, or where nothing more can be read.
    mutating func next() -> TNEFAttribute? {
        let place = cursor.index
        guard let level = cursor.octet() else { return nil }
        guard level == 1 || level == 2 else {
            // QUIRK: [MS-OXTNEF] §2.1.3.1: gateways pad the stream with zeros or a line break.
            if level != 0, level != .cr, level != .lf {
                flaws.note(
                    .error, .tnefDamaged, at: place - start,
                    "There is an invalid TNEF attribute at octet \(place - start).")
            }
            return nil
        }
        guard let tag = cursor.uint32(), let length = cursor.uint32() else {
            noteTruncation()
            return nil
        }
        let data = cursor.takeUp(to: Int(length))
        if data.count < Int(length) {
            noteTruncation()
        } else if let stated = cursor.uint16() {
            var sum: UInt16 = 0
            cursor.bytes.forEachPiece(of: data) { piece in
                for octet in piece { sum &+= UInt16(octet) }
                return true
            }
            if sum != stated {
                flaws.note(
                    .warning, .tnefChecksum, at: place - start,
                    "A checksum in the TNEF data is wrong, at octet \(place - start).")
            }
        } else {
            noteTruncation()
        }
        return TNEFAttribute(
            isOfAttachment: level == 2, tag: TNEFAttribute.Tag(rawValue: tag), data: data)
    }

    private mutating func noteTruncation() {
        flaws.note(
            .error, .tnefTruncated, at: cursor.end - start,
            "The TNEF data ends in the middle of an attribute.")
    }
}
