/// Decodes pictures that strangers send and renders them for mails and for comparing.
///
/// ```swift
/// let preview = try PictureRenderer().jpeg(from: bytes, longestSide: 1600, quality: 82)
/// ```
///
/// Any number of threads may use one renderer or several.
public struct PictureRenderer: Sendable {
    /// What a picture may cost.
    public var limits: PictureLimits

    /// A renderer that keeps to limits.
    public init(limits: PictureLimits = .standard) { self.limits = limits }

    /// Makes sure that pictures can be decoded at all; asked before many of them are.
    ///
    /// - Throws: `PictureError.Code.unavailable` if the picture library can't be loaded.
    public static func requireLibrary() throws(PictureError) { try PictureLibrary.start.get() }

    /// Renders an upright JPEG in sRGB without any metadata, transparent parts on white.
    ///
    /// - Parameters:
    ///   - bytes: A JPEG, PNG, GIF, WebP, TIFF, HEIF, AVIF or JPEG XL; the first page of several.
    ///   - longestSide: Pixels that neither side may exceed; nil keeps the size. A picture is
    ///     never enlarged, and never wider or higher than the 65,500 pixels that JPEG can hold.
    ///   - quality: 1…100 as libjpeg counts it; what lies outside is taken as the nearer end.
    /// - Throws: `PictureError` if the bytes are no picture, too large or damaged.
    public func jpeg(
        from bytes: [UInt8], longestSide: Int? = nil, quality: Int = 82
    ) throws(PictureError) -> RenderedPicture {
        let side = min(max(longestSide ?? Self.longestJPEGSide, 1), Self.longestJPEGSide)
        return try decoding(bytes) { (lent, _) throws(PictureError) in
            let source = try PixelSource.thumbnail(
                lent, width: side, height: side, acceptsDamage: limits.acceptsDamage
            ).flattened()
            let jpeg = try source.jpeg(quality: min(max(quality, 1), 100))
            return RenderedPicture(bytes: jpeg, width: source.width, height: source.height)
        }
    }

    /// Renders a picture as ``jpeg(from:longestSide:quality:)`` does, with a smaller one of it and
    /// its hash, all from one decoding.
    ///
    /// - Parameters:
    ///   - bytes: The picture; as it came when this returns. It is written to meanwhile, so that a
    ///     large file that nobody else holds is not copied.
    ///   - longestSide: Pixels that neither side of the larger one may exceed; nil keeps the size.
    ///   - quality: 1…100, of the larger one.
    ///   - previewSide: Pixels that neither side of the smaller one may exceed.
    ///   - previewQuality: 1…100, of the smaller one.
    /// - Throws: `PictureError` if the bytes are no picture, too large or damaged.
    public func renditions(
        lending bytes: inout [UInt8], longestSide: Int?, quality: Int, previewSide: Int,
        previewQuality: Int
    ) throws(PictureError) -> PictureRenditions {
        let side = min(max(longestSide ?? Self.longestJPEGSide, 1), Self.longestJPEGSide)
        defer { PictureLibrary.giveBackMemory() }
        return try decoding(lending: &bytes) { (lent, _) throws(PictureError) in
            var source = try PixelSource.thumbnail(
                lent, width: side, height: side, acceptsDamage: limits.acceptsDamage
            ).flattened()
            let (width, height) = (source.width, source.height)
            // A large one is drawn twice rather than held: memory stays flat.
            guard width * height <= Self.mostPixelsHeld else {
                let picture = RenderedPicture(
                    bytes: try source.jpeg(quality: quality), width: width, height: height)
                return PictureRenditions(
                    picture: picture,
                    preview: try jpeg(
                        from: picture.bytes, longestSide: previewSide, quality: previewQuality),
                    hash: try perceptualHash(of: picture.bytes))
            }
            source = try source.drawn()
            let small = try source.shrunk(width: previewSide, height: previewSide)
            let grid = try source.shrunk(
                width: PerceptualHash.gridSide, height: PerceptualHash.gridSide, stretched: true
            ).flattened(toGrey: true).pixels()
            let (smallWidth, smallHeight) = (small.width, small.height)
            return PictureRenditions(
                picture: RenderedPicture(
                    bytes: try source.jpeg(quality: quality), width: width, height: height),
                preview: RenderedPicture(
                    bytes: try small.jpeg(quality: previewQuality), width: smallWidth,
                    height: smallHeight), hash: PerceptualHash(grid: grid))
        }
    }

    /// 3 megapixels: 9 MB.
    private static let mostPixelsHeld = 3_000_000

    /// A hash that resizing and recompressing hardly change, of the upright picture.
    ///
    /// - Throws: `PictureError` if the bytes are no picture, too large or damaged.
    public func perceptualHash(of bytes: [UInt8]) throws(PictureError) -> PerceptualHash {
        PerceptualHash(grid: try thumbnail(of: bytes))
    }

    /// The upright picture's greys, stretched to the grid that is hashed.
    func thumbnail(of bytes: [UInt8]) throws(PictureError) -> [UInt8] {
        let side = PerceptualHash.gridSide
        return try decoding(bytes) { (lent, _) throws(PictureError) in
            try PixelSource.thumbnail(
                lent, width: side, height: side, stretched: true,
                acceptsDamage: limits.acceptsDamage
            ).flattened(toGrey: true).pixels()
        }
    }

    /// What a picture's header says; no pixel is decoded.
    ///
    /// - Throws: `PictureError` if the bytes are no picture, too large, or the header is damaged.
    public func header(of bytes: [UInt8]) throws(PictureError) -> PictureHeader {
        try decoding(bytes) { (_, header) throws(PictureError) in header }
    }

    /// The upright picture's pixels in sRGB or grey: a byte for each of 3 bands or of 1.
    func pixels(
        of bytes: [UInt8], longestSide: Int
    ) throws(PictureError) -> (width: Int, height: Int, bands: Int, bytes: [UInt8]) {
        try decoding(bytes) { (lent, _) throws(PictureError) in
            let source = try PixelSource.thumbnail(
                lent, width: longestSide, height: longestSide,
                acceptsDamage: limits.acceptsDamage
            ).flattened()
            return (source.width, source.height, source.bands, try source.pixels())
        }
    }

    /// Draws SVG that this program wrote; never a stranger's.
    ///
    /// - Throws: `PictureError` of code `unavailable` where this libvips draws no SVG.
    static func png(fromOwnSVG svg: [UInt8]) throws(PictureError) -> [UInt8] {
        try PictureLibrary.start.get()
        defer { PictureLibrary.endOfWork() }
        return try svg.withUnsafeBufferPointer { (buffer) throws(PictureError) in
            try PixelSource.svg(UnsafeRawBufferPointer(buffer)).flattened().png()
        }
    }

    /// libjpeg's JPEG_MAX_DIMENSION.
    private static let longestJPEGSide = 65_500

    /// Lends bytes that look like a picture within the limits to what decodes them.
    private func decoding<T>(
        _ bytes: [UInt8], _ work: (UnsafeRawBufferPointer, PictureHeader) throws(PictureError) -> T
    ) throws(PictureError) -> T {
        // A copy only where there is EXIF to be reduced.
        var own = bytes
        return try decoding(lending: &own, work)
    }

    /// Lends bytes that nobody else holds, without a copy of them; they are as they came afterwards.
    private func decoding<T>(
        lending bytes: inout [UInt8],
        _ work: (UnsafeRawBufferPointer, PictureHeader) throws(PictureError) -> T
    ) throws(PictureError) -> T {
        if bytes.isEmpty { throw PictureError(.empty, "The picture is empty.") }
        guard let format = PictureFormat(sniffing: bytes) else {
            throw PictureError(.notAPicture, "This is not a picture of a known format.")
        }
        try PictureLibrary.start.get()
        let blocks = format == .jpeg ? ExifReduction.reduce(&bytes) : []
        defer { ExifReduction.restore(blocks, in: &bytes) }
        defer { PictureLibrary.endOfWork() }
        // libvips reads from the lent bytes for as long as its picture lives, which is inside.
        return try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) in
            let lent = UnsafeRawBufferPointer(buffer)
            let header = try Self.header(of: lent, format)
            let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
            guard !overflow, pixels <= limits.pixels else {
                throw PictureError(
                    .tooManyPixels,
                    "The picture has \(header.width) × \(header.height) pixels; "
                        + "the limit is \(limits.pixels) in all.")
            }
            return try work(lent, header)
        }
    }

    private static func header(
        of bytes: UnsafeRawBufferPointer, _ format: PictureFormat
    ) throws(PictureError) -> PictureHeader {
        guard PixelSource.canRead(bytes) else {
            throw PictureError(
                .unavailable, "The libvips of this machine does not read \(format.mediaType).")
        }
        let source = try PixelSource.open(bytes)
        return PictureHeader(
            format: format, width: source.width, height: source.height,
            orientation: format == .heif ? 1 : source.orientation, pages: source.pages)
    }
}
