/// The beginning of a JPEG XL codestream: the picture's size and how it is shown
/// (ISO/IEC 18181-1 annex D).
struct JXLCodestream {
    private let bytes: [UInt8]
    private var position = 16  // Behind the signature 0xFF 0x0A.

    /// What a codestream begins with.
    static let signature: [UInt8] = [0xFF, 0x0A]

    /// The header's facts.
    struct Header: Equatable {
        var width: Int
        var height: Int
        /// EXIF's numbers, 1…8.
        var orientation: Int
    }

    /// Reads the header; nil if the bytes do not begin with one.
    static func header(_ bytes: [UInt8]) -> Header? {
        guard bytes.starts(with: signature) else { return nil }
        var stream = JXLCodestream(bytes: bytes)
        return stream.header()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The next bits, least significant first; nil behind the end.
    private mutating func bits(_ count: Int) -> Int? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value = 0
        for index in 0..<count {
            let at = position + index
            value |= Int(bytes[at >> 3] >> UInt8(at & 7) & 1) << index
        }
        position += count
        return value
    }

    // SizeHeader (D.2): sides that are small multiples of eight, or U32 of 9, 13, 18 or 30 bits.
    private mutating func side(isSmall: Bool) -> Int? {
        if isSmall { return bits(5).map { ($0 + 1) * 8 } }
        guard let choice = bits(2) else { return nil }
        return bits([9, 13, 18, 30][choice]).map { $0 + 1 }
    }

    private mutating func header() -> Header? {
        guard let small = bits(1), let height = side(isSmall: small == 1), let ratio = bits(3)
        else { return nil }
        let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        var width = 0
        if ratio == 0 {
            guard let own = side(isSmall: small == 1) else { return nil }
            width = own
        } else {
            width = height * ratios[ratio - 1].0 / ratios[ratio - 1].1
        }
        // ImageMetadata (D.3): all_default, extra_fields, orientation less one.
        var orientation = 1
        if bits(1) == 0, bits(1) == 1, let turned = bits(3) { orientation = turned + 1 }
        return Header(width: width, height: height, orientation: orientation)
    }
}
