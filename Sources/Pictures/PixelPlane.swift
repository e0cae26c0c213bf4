import OutputText

/// An upright picture's pixels in sRGB, to be drawn upon: 3 bytes each, row by row.
public struct PixelPlane: Hashable, Sendable {
    /// Pixels across, at least 1.
    public let width: Int
    /// Pixels down, at least 1.
    public let height: Int
    /// Red, green and blue of each: 3 · width · height bytes.
    public private(set) var bytes: [UInt8]

    /// A plane of pixels; nil where the bytes are not as many as it takes.
    public init?(width: Int, height: Int, bytes: [UInt8]) {
        guard width > 0, height > 0, bytes.count == 3 * width * height else { return nil }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// Lays a colour over a pixel.
    ///
    /// - Parameters:
    ///   - x: The column; outside of the plane nothing happens.
    ///   - y: The row.
    ///   - color: Red, green and blue.
    ///   - opacity: 0, which changes nothing, to 1, which covers.
    public mutating func blend(x: Int, y: Int, color: (UInt8, UInt8, UInt8), opacity: Double) {
        guard x >= 0, x < width, y >= 0, y < height, opacity > 0 else { return }
        let place = 3 * (y * width + x)
        for (offset, value) in [color.0, color.1, color.2].enumerated() {
            let old = Double(bytes[place + offset])
            let new = old + (Double(value) - old) * min(opacity, 1)
            bytes[place + offset] = UInt8(max(0, min(255, new.rounded())))
        }
    }

    /// A part of the plane, stretched over another number of pixels.
    ///
    /// - Parameters:
    ///   - columns: The part's columns; those outside of the plane are left out.
    ///   - rows: Its rows.
    ///   - longestSide: Pixels that the longer side gets, 1 to 4,096.
    /// - Returns: The part; nil where none of it is within the plane.
    public func part(columns: Range<Int>, rows: Range<Int>, longestSide: Int) -> PixelPlane? {
        let columns = columns.clamped(to: 0..<width)
        let rows = rows.clamped(to: 0..<height)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        let side = min(max(longestSide, 1), 4096)
        let factor = Double(side) / Double(max(columns.count, rows.count))
        let (wide, high) = (
            max(1, Int((Double(columns.count) * factor).rounded())),
            max(1, Int((Double(rows.count) * factor).rounded()))
        )
        var part = [UInt8](repeating: 0, count: 3 * wide * high)
        for y in 0..<high {
            let (row, nextRow, down) = Self.place(y, of: high, in: rows)
            for x in 0..<wide {
                let (column, nextColumn, across) = Self.place(x, of: wide, in: columns)
                for band in 0..<3 {
                    func at(_ x: Int, _ y: Int) -> Double {
                        Double(bytes[3 * (y * width + x) + band])
                    }
                    let top = at(column, row) * (1 - across) + at(nextColumn, row) * across
                    let bottom =
                        at(column, nextRow) * (1 - across) + at(nextColumn, nextRow) * across
                    let value = (top * (1 - down) + bottom * down).rounded()
                    part[3 * (y * wide + x) + band] = UInt8(max(0, min(255, value)))
                }
            }
        }
        return PixelPlane(width: wide, height: high, bytes: part)
    }

    /// The two pixels between which one of a stretched row lies, and how far from the first.
    private static func place(
        _ index: Int, of count: Int, in range: Range<Int>
    ) -> (Int, Int, Double) {
        let exact = (Double(index) + 0.5) * Double(range.count) / Double(count) - 0.5
        let low = max(0, min(Double(range.count - 1), exact.rounded(.down)))
        let first = range.lowerBound + Int(low)
        return (first, min(first + 1, range.upperBound - 1), max(0, min(1, exact - low)))
    }

    /// The plane as an uncompressed TIFF (TIFF 6.0 §6), which the decoder reads.
    var tiff: [UInt8] {
        func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func long(_ value: Int) -> [UInt8] { short(value) + short(value >> 16) }
        func field(_ tag: Int, _ count: Int, _ value: Int) -> [UInt8] {
            short(tag) + short(4) + long(count) + long(value)
        }
        let entries = 9
        let bits = 8 + 2 + 12 * entries + 4
        let data = bits + 6
        var file: [UInt8] = [0x49, 0x49, 42, 0] + long(8) + short(entries)
        file += field(0x100, 1, width) + field(0x101, 1, height)
        file += short(0x102) + short(3) + long(3) + long(bits)
        file += field(0x103, 1, 1) + field(0x106, 1, 2) + field(0x111, 1, data)
        file += field(0x115, 1, 3) + field(0x116, 1, height) + field(0x117, 1, bytes.count)
        file += long(0) + short(8) + short(8) + short(8)
        return file + bytes
    }
}

extension PictureRenderer {
    /// The upright picture's pixels in sRGB.
    ///
    /// - Parameters:
    ///   - bytes: A picture as ``jpeg(from:longestSide:quality:)`` takes it.
    ///   - longestSide: Pixels that neither side exceeds; a picture is never enlarged.
    /// - Throws: `WitError` if the bytes are no picture, too large or damaged.
    public func plane(of bytes: [UInt8], longestSide: Int) throws(WitError) -> PixelPlane {
        let (width, height, bands, pixels) = try pixels(of: bytes, longestSide: longestSide)
        let colors = bands == 3 ? pixels : pixels.flatMap { [$0, $0, $0] }
        guard let plane = PixelPlane(width: width, height: height, bytes: colors) else {
            throw WitError(.decoderEnded, "The picture was not decoded.")
        }
        return plane
    }

    /// Encodes drawn pixels as a JPEG.
    ///
    /// - Parameter quality: 1…100 as libjpeg counts it.
    /// - Throws: `WitError` where the process that encodes ends.
    public func jpeg(
        from plane: PixelPlane, quality: Int = 82
    ) throws(WitError) -> RenderedPicture {
        try jpeg(from: plane.tiff, quality: quality)
    }
}
