/// What a foreign picture may cost at most.
public struct PictureLimits: Hashable, Sendable {
    /// Pixels of one picture: width × height as encoded.
    public var pixels: Int
    /// Whether a picture whose data ends early or is damaged is rendered as far as it goes, the
    /// rest grey; otherwise it is refused.
    public var acceptsDamage: Bool
    /// Bytes of memory that the process which decodes may take, its code included; the picture's own bytes
    /// are not counted.
    public var memory: Int?
    /// How much of it the coefficients of a JPEG in several scans may take, 0…1.
    var scanShare = 5.0 / 8

    /// Limits; 500 million pixels, damaged pictures are refused, and decoding takes as much memory as is
    /// usual (``PictureDecoding/standardMemory``), if not said otherwise.
    public init(pixels: Int = 500_000_000, acceptsDamage: Bool = false, memory: Int? = nil) {
        self.pixels = pixels
        self.acceptsDamage = acceptsDamage
        self.memory = memory
    }

    /// The standard limits.
    public static let standard = PictureLimits()
}
