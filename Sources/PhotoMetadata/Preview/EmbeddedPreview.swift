public import PhotoRecords

/// The largest JPEG that a raw file holds of its picture: what is shown and shared of it.
///
/// ```swift
/// if let preview = EmbeddedPreview(in: bytes), let jpeg = preview.jpeg(of: bytes, shownAs: 6) {
///     …  // A JPEG of the whole picture, without metadata but for its orientation.
/// }
/// ```
public struct EmbeddedPreview: Hashable, Sendable {
    /// Where the JPEG lies in the file: all of it within the file, and its header one that is
    /// known.
    public let range: Range<Int>
    /// Pixels across, as encoded.
    public let width: Int
    /// Pixels down, as encoded.
    public let height: Int

    /// Finds the preview of DNG, CR2, CR3, NEF, ARW, RAF, RW2, ORF or PEF.
    ///
    /// - Returns: nil if the bytes are of no raw format, or hold no JPEG of 8 bits. A thumbnail
    ///   counts where there is nothing larger.
    public init?(in bytes: [UInt8]) {
        let source = MemorySource(bytes)
        let found = try? RawPreviews.find(in: source)
        guard let best = found?.max(by: { ($0.area, $0.range.count) < ($1.area, $1.range.count) })
        else { return nil }
        self = best
    }

    init(range: Range<Int>, width: Int, height: Int) {
        self.range = range
        self.width = width
        self.height = height
    }

    private var area: Int { width * height }

    /// The preview as a file of its own, which says how it is shown and nothing else.
    ///
    /// Cameras store previews as they store the picture, unturned; one whose sides are those of
    /// the displayed picture and not of the encoded one is not turned again.
    ///
    /// - Parameters:
    ///   - bytes: the raw file's.
    ///   - image: what reading the raw file said of its picture.
    /// - Returns: nil if the bytes are not those that the preview was found in.
    public func jpeg(of bytes: [UInt8], shownAs image: ImageFacts?) -> [UInt8]? {
        guard range.upperBound <= bytes.count else { return nil }
        var orientation = image?.orientation ?? 1
        if orientation >= 5, let wide = image?.width, let high = image?.height,
            wide != high, width != height, (wide > high) != (width > height)
        {
            orientation = 1
        }
        return try? JPEGMetadataWriter(acceptsMissingPicture: true).rewrite(
            Array(bytes[range]), with: PhotoRecord(), orientation: orientation)
    }
}
