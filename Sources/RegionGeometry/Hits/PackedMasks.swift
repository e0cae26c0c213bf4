/// Masks once more with one bit for each pixel, one behind the other, so that a touch among very
/// many reads few lines of memory for each that is near.
///
/// A bit says whether the pixel covers at the usual cut-off, `Mask.alphaThreshold`.
struct PackedMasks: Sendable {
    /// Masks of more pixels are not packed: there are never so many of them.
    private static let maximumArea = 1 << 16
    /// How many words stand before a mask's bits.
    private static let header = 5

    /// Of each mask its box's left, top, right and bottom, its width and height in pixels in one
    /// word, and its bits row by row.
    private var words: [UInt64] = []

    /// Packs a mask: where it stands; nil for one that is to be asked itself.
    mutating func pack(_ mask: Mask) -> UInt32? {
        let (box, plane) = (mask.box, mask.plane)
        let area = plane.width * plane.height
        guard area <= Self.maximumArea, let place = UInt32(exactly: words.count) else { return nil }
        let start = words.count
        for edge in [box.left, box.top, box.right, box.bottom] { words.append(edge.bitPattern) }
        words.append(UInt64(plane.width) << 32 | UInt64(plane.height))
        words += repeatElement(0, count: (area + 63) / 64)
        for row in 0..<plane.height {
            for column in 0..<plane.width where plane[column, row] >= Mask.alphaThreshold {
                let bit = row * plane.width + column
                words[start + Self.header + bit / 64] |= 1 << UInt64(bit % 64)
            }
        }
        return place
    }

    /// Whether a mask covers a spot at the usual cut-off.
    ///
    /// - Parameters:
    ///   - place: What `pack` answered.
    ///   - spot: A settled point.
    @inline(__always)
    func covers(_ place: UInt32, _ spot: Point) -> Bool {
        let start = Int(place)
        return words.withUnsafeBufferPointer { words in
            let box = Box(
                left: Double(bitPattern: words[start]), top: Double(bitPattern: words[start + 1]),
                right: Double(bitPattern: words[start + 2]),
                bottom: Double(bitPattern: words[start + 3]))
            guard box.contains(spot) else { return false }
            let size = words[start + 4]
            let (width, height) = (Int(size >> 32), Int(size & 0xFFFF_FFFF))
            let column = Mask.cell(spot.x - box.left, of: width, along: box.width)
            let row = Mask.cell(spot.y - box.top, of: height, along: box.height)
            let bit = row * width + column
            return words[start + Self.header + bit / 64] >> UInt64(bit % 64) & 1 == 1
        }
    }
}
