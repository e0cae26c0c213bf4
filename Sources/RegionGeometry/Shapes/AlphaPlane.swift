/// The alpha of a picture, a byte for each pixel, with what is needed to find covered pixels fast.
///
/// Above the pixels lie planes of half the width and height, each of whose bytes is the largest of
/// the four below it, up to a single one: a third more memory, and a search for the nearest
/// covered pixel leaves out what is empty, whatever the cut-off.
public struct AlphaPlane: Hashable, Sendable {
    /// The most pixels along a side.
    public static let maximumSide = 16_384
    /// The most pixels.
    public static let maximumArea = 1 << 26

    /// How many pixels wide.
    public let width: Int
    /// How many pixels high.
    public let height: Int
    /// The alpha of each pixel, row by row from the top left: 0 is clear, 255 is opaque.
    public var alpha: [UInt8] { Array(bytes.prefix(width * height)) }
    /// The alpha, and the planes above it one after the other.
    private let bytes: [UInt8]

    /// A plane of alpha.
    ///
    /// - Parameter alpha: `width` times `height` bytes, row by row from the top left.
    /// - Throws: `AlphaFault` where a side is not within 1 to `maximumSide`, there are more pixels
    ///   than `maximumArea`, or not as many bytes as pixels.
    public init(width: Int, height: Int, alpha: [UInt8]) throws(AlphaFault) {
        guard width > 0, height > 0 else { throw .empty }
        guard width <= Self.maximumSide, height <= Self.maximumSide,
            width * height <= Self.maximumArea
        else { throw .tooLarge(width: width, height: height) }
        guard alpha.count == width * height else {
            throw .wrongCount(expected: width * height, given: alpha.count)
        }
        (self.width, self.height) = (width, height)
        var level = Level(width: width, height: height, start: 0)
        var bytes = alpha
        while level.width > 1 || level.height > 1 {
            level.summarise(in: &bytes)
            level = level.above
        }
        self.bytes = bytes
    }

    /// The alpha of one pixel: 0 outside.
    public subscript(column: Int, row: Int) -> UInt8 {
        guard (0..<width).contains(column), (0..<height).contains(row) else { return 0 }
        return bytes[row * width + column]
    }

    /// The planes from the pixels up to the one of a single byte.
    var levels: [Level] {
        var levels = [Level(width: width, height: height, start: 0)]
        while let top = levels.last, top.width > 1 || top.height > 1 { levels.append(top.above) }
        return levels
    }

    /// The largest alpha of the pixels that a byte of a plane stands for.
    @inline(__always)
    func largest(_ level: Level, _ column: Int, _ row: Int) -> UInt8 {
        bytes[level.start + row * level.width + column]
    }

    /// How many bytes it takes in memory.
    public var byteCount: Int { bytes.count }

    /// One of the planes.
    struct Level {
        let width: Int
        let height: Int
        /// Where it starts among the bytes.
        let start: Int

        /// The plane above.
        var above: Self {
            Self(
                width: (width + 1) / 2, height: (height + 1) / 2, start: start + width * height)
        }

        /// Appends the plane above to the bytes: each of its own the largest of four, at odd ends
        /// of two, or of one.
        fileprivate func summarise(in bytes: inout [UInt8]) {
            let above = above
            bytes += repeatElement(0, count: above.width * above.height)
            for row in 0..<height {
                let (from, to) = (start + row * width, above.start + row / 2 * above.width)
                for column in 0..<width {
                    let index = to + column / 2
                    bytes[index] = max(bytes[index], bytes[from + column])
                }
            }
        }
    }
}

/// Why bytes are no plane of alpha.
public enum AlphaFault: Error, Hashable, Sendable {
    /// A side is 0 or less.
    case empty
    /// A side is longer than `AlphaPlane.maximumSide`, or there are more pixels than
    /// `AlphaPlane.maximumArea`.
    case tooLarge(width: Int, height: Int)
    /// There are not as many bytes as pixels.
    case wrongCount(expected: Int, given: Int)
}
