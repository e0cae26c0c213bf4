/// How a picture is stored beside how it is seen: the values of the EXIF tag Orientation, 0x0112
/// (EXIF 3.0 section 4.6.5.1.6; TIFF 6.0 page 36).
///
/// The eight are the symmetries of a square, so each is undone by one of them.
public enum Orientation: Int, Sendable, CaseIterable {
    /// Row 0 is the top, column 0 the left side.
    case upright = 1
    /// Row 0 is the top, column 0 the right side.
    case mirrored = 2
    /// Row 0 is the bottom, column 0 the right side.
    case turnedRound = 3
    /// Row 0 is the bottom, column 0 the left side.
    case flipped = 4
    /// Row 0 is the left side, column 0 the top.
    case transposed = 5
    /// Row 0 is the right side, column 0 the top: a quarter turn clockwise shows it upright.
    case turnedLeft = 6
    /// Row 0 is the right side, column 0 the bottom.
    case transversed = 7
    /// Row 0 is the left side, column 0 the bottom: a quarter turn back shows it upright.
    case turnedRight = 8

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }

    /// The size of the upright picture, by that of the stored one; or the other way about.
    public func upright(_ stored: Size) -> Size { swapsSides ? stored.turned : stored }

    /// From fractions of the stored picture to fractions of the upright one.
    public var transform: Transform {
        switch self {
        case .upright: .identity
        case .mirrored: Transform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
        case .turnedRound: Transform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case .flipped: Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
        case .transposed: Transform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        case .turnedLeft: Transform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case .transversed: Transform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
        case .turnedRight: Transform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        }
    }

    /// The orientation whose transform undoes this one's.
    public var inverse: Self {
        switch self {
        case .turnedLeft: .turnedRight
        case .turnedRight: .turnedLeft
        default: self
        }
    }
}
