/// A picture that was rendered for a mail or a page: an upright JPEG in sRGB without metadata.
public struct RenderedPicture: Hashable, Sendable {
    /// The JPEG.
    public var bytes: [UInt8]
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// A rendered picture and its size.
    public init(bytes: [UInt8], width: Int, height: Int) {
        self.bytes = bytes
        self.width = width
        self.height = height
    }
}

/// What a mail shows of one picture.
public struct PictureRenditions: Hashable, Sendable {
    /// The picture in the size that was asked for.
    public var picture: RenderedPicture
    /// A smaller one of it.
    public var preview: RenderedPicture
    /// How it looks.
    public var hash: PerceptualHash
}
