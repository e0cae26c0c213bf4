import OutputText

/// How opaque each pixel of a mask is.
public struct PictureAlpha: Hashable, Sendable {
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int
    /// A byte for each pixel, row by row from the top left: 0 is clear, 255 is opaque.
    public let bytes: [UInt8]
}

extension PictureRenderer {
    /// Decodes a mask, of which nothing but the alpha is kept.
    ///
    /// - Parameters:
    ///   - bytes: A PNG with an alpha channel, or with a colour or palette entries that are clear.
    ///   - longestSide: Pixels that neither side may exceed.
    /// - Throws: `WitError`: `notAMask` where the bytes are another picture or have no alpha,
    ///   `tooManyPixels` where a side or the whole is too large, and what decoding any picture throws.
    public func alpha(
        fromPNG bytes: [UInt8], longestSide: Int
    ) throws(WitError) -> PictureAlpha {
        guard
            case .pixels(let width, let height, 1, let alpha) = try perform(
                .alpha(side: longestSide), on: bytes)
        else { throw Self.other }
        return PictureAlpha(width: width, height: height, bytes: alpha)
    }
}
