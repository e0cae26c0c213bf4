/// How a TIFF directory's picture is coded, as far as it matters for telling pictures apart.
struct TIFFCoding {
    private let compression: Int
    private let bitsPerPixel: Int
    private let rawFormat: Int?

    /// Codes whose length follows the content: CCITT (2, 3, 4), LZW, JPEG (6, 7), deflate (8,
    /// 32946), JBIG (9, 10, 34661), JPEG 2000 (34712), Nikon's (34713), LERC, lossy DNG (34892),
    /// LZMA, Zstandard, WebP, JPEG XL (50002, 52546), Pentax's (65535).
    ///
    /// What is not among them has a fixed length or is not known: no compression (1), PackBits
    /// (32773), which writes noise as it is, Sony's 8 bits a pixel (32767).
    private static let variable: Set<Int> = [
        2, 3, 4, 5, 6, 7, 8, 9, 10, 32_946, 34_661, 34_712, 34_713, 34_887, 34_892, 34_925, 50_000,
        50_001, 50_002, 52_546, 65_535,
    ]
    private static let lzw = 5

    /// Reads what a directory says of it.
    init(_ directory: TIFFDirectory, _ reader: TIFFReader) throws(ByteSourceError) {
        compression = try reader.number(TIFFTag.compression, of: directory) ?? 1
        let bits =
            if let entry = directory[TIFFTag.bitsPerSample] {
                try reader.numbers(entry, limit: 64).map { min(max($0, 0), 1_024) }
            } else {
                [1]
            }
        let samples = try reader.number(TIFFTag.samplesPerPixel, of: directory) ?? bits.count
        // QUIRK: TIFF 6.0 §8 wants a number for each sample; some programs write one for all.
        bitsPerPixel =
            bits.count == 1 ? bits[0] * min(max(samples, 1), 64) : bits.reduce(0, +)
        rawFormat = try reader.number(TIFFTag.panasonicRawFormat, of: directory)
    }

    /// Whether the length of the data follows from the picture's size.
    ///
    /// - Parameter length: How many bytes of data there are.
    func isPlain(_ kind: RawKind, _ width: Int, _ height: Int, length: Int) -> Bool {
        let (area, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, length < 1 << 50, area < 1 << 50 else { return true }
        switch kind {
        case .panasonic:
            // 16 bytes hold 9 to 14 pixels; format 8 alone is of variable length.
            return rawFormat != 8
        case .olympus:
            // QUIRK: says not to be compressed (1) also where it is. Without compression a pixel
            // takes 12 bits or more.
            return compression != 1 && !Self.variable.contains(compression)
                || area == 0 || length * 16 >= area * 23
        default:
            if !Self.variable.contains(compression) { return true }
            // QUIRK: Nikon's D100 says 34713 and writes 12 bits a pixel; deflate may store. LZW
            // makes noise longer, but never to one length.
            return compression != Self.lzw && area > 0
                && length * 8 * 16 >= area.multipliedClamped(by: bitsPerPixel * 15)
        }
    }
}

extension Int {
    /// The product, or the largest number where it would be larger.
    fileprivate func multipliedClamped(by other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
