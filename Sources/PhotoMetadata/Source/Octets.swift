/// Bytes at hand that are read as numbers and words; nothing is ever read beyond their end.
struct Octets {
    let bytes: [UInt8]
    let littleEndian: Bool

    init(_ bytes: [UInt8], littleEndian: Bool = false) {
        self.bytes = bytes
        self.littleEndian = littleEndian
    }

    /// How many there are.
    var count: Int { bytes.count }

    /// The unsigned number of 0 to 8 bytes at an offset; nil where the bytes end before, or for
    /// one that is greater than any file is long.
    func number(_ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, size >= 0, size <= 8, offset <= bytes.count - size else { return nil }
        var value: UInt64 = 0
        for index in 0..<size {
            value =
                value << 8
                | UInt64(bytes[littleEndian ? offset + size - 1 - index : offset + index])
        }
        return value < 1 << 62 ? Int(value) : nil
    }

    /// The word of four letters at an offset; empty where the bytes end before.
    func fourCC(_ offset: Int) -> String {
        guard offset >= 0, offset <= bytes.count - 4 else { return "" }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    /// The bytes of a range, cut at the end.
    func slice(_ range: Range<Int>) -> [UInt8] {
        Array(bytes[range.clamped(to: 0..<bytes.count)])
    }

    /// The text up to the next zero from an offset, which moves behind the zero; nil without one.
    func terminated(_ offset: inout Int) -> String? {
        guard offset >= 0, offset < bytes.count, let end = bytes[offset...].firstIndex(of: 0)
        else { return nil }
        defer { offset = end + 1 }
        return String(decoding: bytes[offset..<end], as: UTF8.self)
    }
}
