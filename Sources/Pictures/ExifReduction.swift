/// A JPEG whose EXIF says nothing but the orientation.
///
/// libvips hands a whole EXIF block to libexif, which interprets maker notes while it loads; what
/// a stranger sends is not let that far. The blocks keep their length, so nothing else moves.
enum ExifReduction {
    /// A block as it stood before it was reduced.
    struct Block {
        fileprivate var range: Range<Int>
        fileprivate var bytes: [UInt8]
    }

    /// Reduces all EXIF blocks before the first scan; other bytes stay as they came.
    ///
    /// Finds markers as libjpeg does (ISO/IEC 10918-1 §B.1.1.2): bytes between segments are
    /// skipped up to the next marker. The first block's orientation counts.
    ///
    /// - Returns: the blocks as they stood, which ``restore(_:in:)`` puts back: so a large file is
    ///   reduced where it is, without a copy of it.
    static func reduce(_ jpeg: inout [UInt8]) -> [Block] {
        var blocks: [Block] = []
        var place = 2
        while let marker = nextMarker(in: jpeg, from: &place) {
            if marker == 0xDA || marker == 0xD9 { break }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
            guard let length = number(jpeg, at: place, bytes: 2, bigEndian: true), length >= 2
            else { break }
            let body = place + 2..<min(place + length, jpeg.count)
            place += length
            guard marker == 0xE1, body.lowerBound < body.upperBound,
                jpeg[body].starts(with: exifName)
            else { continue }
            let former = Array(jpeg[body])
            let orientation = blocks.isEmpty ? orientation(of: former.dropFirst(6)) : 1
            blocks.append(Block(range: body, bytes: former))
            let block = exifName + minimalTIFF(orientation: orientation)
            for (offset, index) in body.enumerated() {
                // Too short for a block of its own: no longer named EXIF.
                jpeg[index] = body.count < block.count || offset >= block.count ? 0 : block[offset]
            }
        }
        return blocks
    }

    /// Puts back what was reduced.
    static func restore(_ blocks: [Block], in jpeg: inout [UInt8]) {
        for block in blocks { jpeg.replaceSubrange(block.range, with: block.bytes) }
    }

    private static let exifName = Array("Exif".utf8) + [0, 0]

    /// Moves behind the next marker's two bytes.
    private static func nextMarker(in jpeg: [UInt8], from place: inout Int) -> UInt8? {
        while place + 1 < jpeg.count {
            if jpeg[place] == 0xFF && jpeg[place + 1] != 0xFF && jpeg[place + 1] != 0 {
                place += 2
                return jpeg[place - 1]
            }
            place += 1
        }
        return nil
    }

    /// The Orientation of a TIFF block's first directory (EXIF 3.0 §4.6.5.1.6); 1 if there is
    /// none, or none from 1 to 8.
    private static func orientation(of block: ArraySlice<UInt8>) -> Int {
        let tiff = Array(block)
        let isBig = tiff.starts(with: [0x4D, 0x4D])
        guard isBig || tiff.starts(with: [0x49, 0x49]),
            let start = number(tiff, at: 4, bytes: 4, bigEndian: isBig),
            let count = number(tiff, at: start, bytes: 2, bigEndian: isBig)
        else { return 1 }
        for entry in 0..<count {
            let field = start + 2 + 12 * entry
            guard let tag = number(tiff, at: field, bytes: 2, bigEndian: isBig) else { return 1 }
            guard tag == 0x0112 else { continue }
            // QUIRK: some programs write a LONG where a SHORT belongs.
            let isLong = number(tiff, at: field + 2, bytes: 2, bigEndian: isBig) == 4
            let value = number(tiff, at: field + 8, bytes: isLong ? 4 : 2, bigEndian: isBig) ?? 1
            return (1...8).contains(value) ? value : 1
        }
        return 1
    }

    private static func minimalTIFF(orientation: Int) -> [UInt8] {
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
            + [UInt8(orientation), 0, 0, 0, 0, 0, 0]
    }

    private static func number(
        _ bytes: [UInt8], at place: Int, bytes count: Int, bigEndian: Bool
    ) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        let digits = bytes[place..<place + count]
        return (bigEndian ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
}
