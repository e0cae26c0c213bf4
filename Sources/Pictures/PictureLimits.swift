/// What a foreign picture may cost at most.
public struct PictureLimits: Hashable, Sendable {
    /// Pixels of one picture: width × height as encoded.
    public var pixels: Int
    /// Whether a picture whose data ends early or is damaged is rendered as far as it goes, the
    /// rest grey; otherwise it is refused.
    public var acceptsDamage: Bool

    /// Limits; 500 million pixels, and damaged pictures are refused, if not said otherwise.
    public init(pixels: Int = 500_000_000, acceptsDamage: Bool = false) {
        self.pixels = pixels
        self.acceptsDamage = acceptsDamage
    }

    /// The limits of SPEC §7.
    public static let standard = PictureLimits()
}
