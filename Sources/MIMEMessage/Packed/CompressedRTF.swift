import ByteCoding

/// RTF as TNEF holds it, compressed ([MS-OXRTFCP] §2.1):
///
/// ```
/// header   = size of all behind it, size of the RTF, "LZFu" or "MELA", CRC (32 bits each)
/// contents = *(control octet, 8 tokens: a literal octet, or 12 bits of place and 4 of length)
/// ```
///
/// A token refers to the last 4,096 octets written, which begin as words that RTF often has.
enum CompressedRTF {
    /// Decompresses a range of octets; nil where they are no compressed RTF.
    ///
    /// - Parameter limit: The most octets that are written; the rest is cut off.
    /// - Returns: The RTF, and whether its checksum is right and all of it there.
    static func decompress(
        _ bytes: [UInt8], in range: Range<Int>, limit: Int
    ) -> (rtf: [UInt8], isWhole: Bool)? {
        var cursor = LittleEndianCursor(MailOctets(bytes), in: range)
        guard let size = cursor.uint32(), let rawSize = cursor.uint32(),
            let kind = cursor.uint32(), let checksum = cursor.uint32()
        else { return nil }
        // The size counts the three numbers behind it.
        let contents = cursor.takeUp(to: max(Int(size) - 12, 0))
        let limit = min(Int(rawSize), limit)
        switch kind {
        case 0x414C_454D:
            return (Array(bytes[contents].prefix(limit)), contents.count >= Int(rawSize))
        case 0x7546_5A4C:
            let rtf = expand(bytes, contents, limit: limit)
            return (rtf, rtf.count == rawSize && crc(bytes[contents]) == checksum)
        default: return nil
        }
    }

    private static func expand(_ bytes: [UInt8], _ range: Range<Int>, limit: Int) -> [UInt8] {
        var window = initialWindow + [UInt8](repeating: 0, count: 4_096 - initialWindow.count)
        var place = initialWindow.count
        var rtf: [UInt8] = []
        var cursor = LittleEndianCursor(MailOctets(bytes), in: range)
        func write(_ octet: UInt8) {
            rtf.append(octet)
            window[place] = octet
            place = (place + 1) & 4_095
        }
        while let control = cursor.octet() {
            for bit in 0..<8 {
                guard rtf.count < limit else { return rtf }
                guard control >> bit & 1 == 1 else {
                    guard let literal = cursor.octet() else { return rtf }
                    write(literal)
                    continue
                }
                guard let high = cursor.octet(), let low = cursor.octet() else { return rtf }
                let offset = Int(high) << 4 | Int(low) >> 4
                // A reference to where the next octet goes is the end.
                if offset == place { return rtf }
                for step in 0..<(Int(low & 15) + 2) where rtf.count < limit {
                    write(window[(offset + step) & 4_095])
                }
            }
        }
        return rtf
    }

    /// The words the window begins with ([MS-OXRTFCP] §2.1.3.1.1).
    static let initialWindow = Array(
        ("{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
            + "\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0"
            + "\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx").utf8)

    /// The checksum ([MS-OXRTFCP] §2.1.3.2): CRC-32 that begins with 0 and is not inverted.
    private static func crc(_ octets: ArraySlice<UInt8>) -> UInt32 {
        CRC32.updated(0, with: octets)
    }
}
