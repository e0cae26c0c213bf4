import Foundation

/// A turn, clockwise as seen on a screen.
struct Rotation {
    /// The cosine of the angle.
    let cosine: Double
    /// The sine of the angle.
    let sine: Double

    /// A turn by an angle in degrees, any finite one. Quarter turns are exact.
    init(degrees: Double) {
        let rest = degrees.remainder(dividingBy: 360)
        switch rest {
        case 0: (cosine, sine) = (1, 0)
        case 90: (cosine, sine) = (0, 1)
        case -90: (cosine, sine) = (0, -1)
        case 180, -180: (cosine, sine) = (-1, 0)
        default:
            let radians = rest * .pi / 180
            (cosine, sine) = (cos(radians), sin(radians))
        }
    }
}
