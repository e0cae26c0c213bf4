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
    /// The pixels and the planes above them, row by row.
    let levels: [Level]

    /// The alpha of each pixel, row by row from the top left: 0 is clear, 255 is opaque.
    public var alpha: [UInt8] { levels[0].bytes }

    /// One plane of bytes.
    struct Level: Hashable, Sendable {
        let width: Int
        let height: Int
        let bytes: [UInt8]
    }

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
        var level = Level(width: width, height: height, bytes: alpha)
        var levels = [level]
        while level.width > 1 || level.height > 1 {
            level = level.halved
            levels.append(level)
        }
        self.levels = levels
    }

    /// The alpha of one pixel: 0 outside.
    public subscript(column: Int, row: Int) -> UInt8 {
        guard (0..<width).contains(column), (0..<height).contains(row) else { return 0 }
        return levels[0].bytes[row * width + column]
    }

    /// How many bytes it takes in memory.
    public var byteCount: Int { levels.reduce(0) { $0 + $1.bytes.count } }

    /// Planes are the same where their pixels are.
    public static func == (left: Self, right: Self) -> Bool {
        left.width == right.width && left.levels[0] == right.levels[0]
    }

    /// Goes by the pixels.
    public func hash(into hasher: inout Hasher) { hasher.combine(levels[0]) }
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

extension AlphaPlane.Level {
    /// A quarter of the bytes, each the largest of four; at odd ends of two, or of one.
    fileprivate var halved: Self {
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        var half = [UInt8](repeating: 0, count: halfWidth * halfHeight)
        for row in 0..<height {
            let (from, to) = (row * width, row / 2 * halfWidth)
            for column in 0..<width {
                let index = to + column / 2
                half[index] = max(half[index], bytes[from + column])
            }
        }
        return Self(width: halfWidth, height: halfHeight, bytes: half)
    }
}
