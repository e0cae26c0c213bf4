/// What a picture's header says, pixels unread.
public struct PictureHeader: Hashable, Sendable {
    /// The format by its bytes.
    public var format: PictureFormat
    /// Pixels across, as encoded: before an EXIF orientation is applied.
    public var width: Int
    /// Pixels down, as encoded: before an EXIF orientation is applied.
    public var height: Int
    /// EXIF orientation, 1…8. HEIF pictures are decoded upright and say 1.
    public var orientation: Int
    /// Frames or pages, at least 1; only the first is rendered.
    public var pages: Int

    /// The size after the orientation is applied, as a person sees it.
    public var displayedSize: (width: Int, height: Int) {
        orientation >= 5 ? (height, width) : (width, height)
    }
}
