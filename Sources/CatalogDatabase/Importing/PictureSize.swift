import PhotoRecords

/// How large a picture is, in pixels: of two copies of one photo the larger is the better.
struct PictureSize: Comparable {
    private let pixels: Int

    /// The size by a picture's facts; below all others where they do not say.
    init(_ image: ImageFacts?) {
        let (pixels, overflow) = (image?.width ?? 0).multipliedReportingOverflow(
            by: image?.height ?? 0)
        self.pixels = overflow ? 0 : max(0, pixels)
    }

    /// Whether the facts say it.
    var isKnown: Bool { pixels > 0 }

    static func < (left: Self, right: Self) -> Bool { left.pixels < right.pixels }
}
