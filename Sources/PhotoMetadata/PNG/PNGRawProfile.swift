/// A metadata block in a PNG text chunk, as ImageMagick and programs after it write it: a line
/// break, the kind, the length, then the bytes in hexadecimal digits.
///
/// QUIRK: no standard knows them; PNG 3 has eXIf, and XMP's own chunk, but photos that went
/// through ImageMagick have these alone.
enum PNGRawProfile {
    /// The bytes of a profile's text; nil if it is none.
    static func bytes(_ text: [UInt8]) -> [UInt8]? {
        let lines = text.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: true)
        guard lines.count >= 3, let word = String(validating: lines[1], as: UTF8.self),
            let size = Int(word.filter { $0 != " " && $0 != "\r" }), size >= 0, size <= text.count
        else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(size)
        var high: UInt8?
        for character in lines[2...].joined() {
            guard let digit = value(character) else { continue }
            if let first = high {
                result.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return result.count >= size ? Array(result.prefix(size)) : result
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x61...0x66: character - 0x61 + 10
        case 0x41...0x46: character - 0x41 + 10
        default: nil
        }
    }
}
