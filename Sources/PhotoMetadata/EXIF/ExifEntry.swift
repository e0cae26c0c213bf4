/// A field's value in an EXIF block, as its bytes say it.
struct ExifEntry: Sendable {
    /// How a value is encoded (EXIF 3.0 §4.6.2, TIFF 6.0 §2).
    enum Format: Int, Sendable {
        case byte = 1
        case ascii, short, long, rational, signedByte, undefined, signedShort, signedLong
        case signedRational, float, double
    }

    let tag: ExifTag
    let format: Format
    let littleEndian: Bool
    /// The value's bytes, a slice of all values of its block: an array for each would be one
    /// allocation for each.
    let bytes: ArraySlice<UInt8>

    private func word(at offset: Int, size: Int) -> UInt32? {
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        var value: UInt32 = 0
        for index in 0..<size {
            let at = littleEndian ? offset + size - 1 - index : offset + index
            value = value << 8 | UInt32(bytes[bytes.startIndex + at])
        }
        return value
    }

    /// The first whole number of an integer format.
    var integer: Int? {
        switch format {
        case .byte, .undefined: bytes.first.map(Int.init)
        case .short: word(at: 0, size: 2).map(Int.init)
        case .signedShort: word(at: 0, size: 2).map { Int(Int16(truncatingIfNeeded: $0)) }
        case .long: word(at: 0, size: 4).map(Int.init)
        case .signedLong: word(at: 0, size: 4).map { Int(Int32(bitPattern: $0)) }
        default: nil
        }
    }

    /// How many numbers of 8 bytes there are.
    var rationalCount: Int {
        format == .rational || format == .signedRational ? bytes.count / 8 : 0
    }

    /// A rational's numerator and denominator.
    func rational(_ index: Int) -> (numerator: Double, denominator: Double)? {
        guard index < rationalCount, let first = word(at: index * 8, size: 4),
            let second = word(at: index * 8 + 4, size: 4)
        else { return nil }
        return format == .rational
            ? (Double(first), Double(second))
            : (Double(Int32(bitPattern: first)), Double(Int32(bitPattern: second)))
    }

    /// A rational as a number; nil for a denominator of 0.
    func number(_ index: Int) -> Double? {
        guard let (numerator, denominator) = rational(index) else { return nil }
        return denominator == 0 ? nil : numerator / denominator
    }
}
