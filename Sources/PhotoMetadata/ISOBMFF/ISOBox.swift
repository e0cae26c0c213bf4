/// A box of the ISO base media file format (ISO/IEC 14496-12 §4.2): HEIF, AVIF, CR3 and
/// JPEG XL's container are made of them.
struct ISOBox {
    /// The type: four letters.
    let type: String
    /// The extended type of a `uuid` box, 16 bytes; empty for others.
    let uuid: [UInt8]
    /// Where the content lies in the source.
    let content: Range<Int>

    /// A list of boxes, and whether it ended as it should.
    struct List {
        var boxes: [ISOBox] = []
        /// A box's size leaves what contains it: its content is cut there.
        var isCut = false
        /// There are more boxes than are looked at.
        var isTooLong = false

        /// The first box of a type.
        subscript(type: String) -> ISOBox? { boxes.first { $0.type == type } }
    }

    private static let limit = 8_192

    /// The boxes within a range of a source, one header read for each.
    static func list(
        in source: any ByteSource, _ range: Range<Int>
    ) throws(ByteSourceError) -> List {
        var list = List()
        var offset = range.lowerBound
        while offset <= range.upperBound - 8 {
            guard list.boxes.count < limit else {
                list.isTooLong = true
                return list
            }
            let head = Octets(try source.read(offset..<min(offset + 32, range.upperBound)))
            guard var size = head.number(0, 4) else { break }
            var header = 8
            if size == 1 {
                header = 16
                size = head.number(8, 8) ?? 0
            } else if size == 0 {
                size = range.upperBound - offset
            }
            let type = head.fourCC(4)
            var uuid: [UInt8] = []
            if type == "uuid" {
                uuid = head.slice(header..<header + 16)
                header += 16
            }
            guard size >= header, header <= range.upperBound - offset else {
                list.isCut = true
                return list
            }
            if size > range.upperBound - offset {
                list.isCut = true
                size = range.upperBound - offset
            }
            list.boxes.append(
                ISOBox(type: type, uuid: uuid, content: offset + header..<offset + size))
            offset += size
        }
        return list
    }
}
