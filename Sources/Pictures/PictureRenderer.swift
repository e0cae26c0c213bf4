import OutputText

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
    /// What watches the work; nil for nobody.
    public var watch: (any DecodingWatch)?

    /// A renderer that keeps to limits.
    ///
    /// - Parameter watch: What counts the cost, and may end the work at any moment.
    public init(limits: PictureLimits = .standard, watch: (any DecodingWatch)? = nil) {
        self.limits = limits
        self.watch = watch
    }

    /// Makes sure that pictures can be decoded at all; asked before many of them are.
    ///
    /// - Throws: `WitError.Code.unavailable` if the process that decodes or the picture library
    ///   cannot be started.
    public static func requireLibrary() throws(WitError) { try DecoderPool.shared.require() }

    /// Renders an upright JPEG in sRGB without any metadata, transparent parts on white.
    ///
    /// - Parameters:
    ///   - bytes: A JPEG, PNG, GIF, WebP, TIFF, HEIF, AVIF or JPEG XL; the first page of several.
    ///   - longestSide: Pixels that neither side may exceed; nil keeps the size. A picture is
    ///     never enlarged, and never wider or higher than the 65,500 pixels that JPEG can hold.
    ///   - quality: 1…100 as libjpeg counts it; what lies outside is taken as the nearer end.
    /// - Throws: `WitError` if the bytes are no picture, too large or damaged.
    public func jpeg(
        from bytes: [UInt8], longestSide: Int? = nil, quality: Int = 82
    ) throws(WitError) -> RenderedPicture {
        let task = PictureTask.jpeg(side: Self.side(longestSide), quality: Self.quality(quality))
        guard case .picture(let picture) = try perform(task, on: bytes) else { throw Self.other }
        return picture
    }

    /// Renders a picture as ``jpeg(from:longestSide:quality:)`` does, with a smaller one of it and
    /// its hash, all from one decoding.
    ///
    /// - Parameters:
    ///   - bytes: The picture.
    ///   - longestSide: Pixels that neither side of the larger one may exceed; nil keeps the size.
    ///   - quality: 1…100, of the larger one.
    ///   - previewSide: Pixels that neither side of the smaller one may exceed.
    ///   - previewQuality: 1…100, of the smaller one.
    /// - Throws: `WitError` if the bytes are no picture, too large or damaged.
    public func renditions(
        of bytes: [UInt8], longestSide: Int?, quality: Int, previewSide: Int, previewQuality: Int
    ) throws(WitError) -> PictureRenditions {
        let task = PictureTask.renditions(
            side: Self.side(longestSide), quality: Self.quality(quality),
            previewSide: Self.side(previewSide), previewQuality: Self.quality(previewQuality))
        guard case .renditions(let all) = try perform(task, on: bytes) else { throw Self.other }
        return all
    }

    /// A hash that resizing and recompressing hardly change, of the upright picture.
    ///
    /// - Throws: `WitError` if the bytes are no picture, too large or damaged.
    public func perceptualHash(of bytes: [UInt8]) throws(WitError) -> PerceptualHash {
        guard case .hash(let hash) = try perform(.hash, on: bytes) else { throw Self.other }
        return hash
    }

    /// How a picture looks, its perceptual hash included.
    ///
    /// - Throws: `WitError` if the bytes are no picture, too large or damaged.
    public func look(of bytes: [UInt8]) throws(WitError) -> GreyscaleThumbnail {
        var pixels = 0
        return try look(of: bytes, pixels: &pixels)
    }

    /// As ``look(of:)``.
    ///
    /// - Parameter pixels: Gets how many pixels the picture has once its header was read, also where
    ///   decoding fails then.
    /// - Throws: As ``look(of:)`` does.
    public func look(
        of bytes: [UInt8], pixels: inout Int
    ) throws(WitError) -> GreyscaleThumbnail {
        var header: PictureHeader?
        defer { pixels = header.map { $0.width * $0.height } ?? 0 }
        guard
            case .pixels(_, _, _, let greys) = try perform(
                .look, on: bytes, onHeader: { header = $0 }),
            let look = GreyscaleThumbnail(greys: greys)
        else { throw Self.other }
        return look
    }

    /// What a picture's header says; no pixel is decoded.
    ///
    /// - Throws: `WitError` if the bytes are no picture, too large, or the header is damaged.
    public func header(of bytes: [UInt8]) throws(WitError) -> PictureHeader {
        guard case .header(let header) = try perform(.header, on: bytes) else { throw Self.other }
        return header
    }

    /// The upright picture's pixels in sRGB or grey: a byte for each of 3 bands or of 1.
    func pixels(
        of bytes: [UInt8], longestSide: Int
    ) throws(WitError) -> (width: Int, height: Int, bands: Int, bytes: [UInt8]) {
        let result = try perform(.pixels(side: Self.side(longestSide)), on: bytes)
        guard case .pixels(let width, let height, let bands, let pixels) = result else {
            throw Self.other
        }
        return (width, height, bands, pixels)
    }

    /// Draws SVG that this program wrote, of the size of a map; never a stranger's.
    ///
    /// - Throws: `WitError` of code `unavailable` where this libvips draws no SVG.
    static func png(fromOwnSVG svg: [UInt8]) throws(WitError) -> [UInt8] {
        let result = try DecoderPool.shared.perform(.map, on: svg, .standard)
        guard case .map(let png) = result else { throw other }
        return png
    }

    func perform(
        _ task: PictureTask, on bytes: [UInt8], onHeader: (PictureHeader) -> Void = { _ in }
    ) throws(WitError) -> PictureResult {
        if bytes.isEmpty { throw WitError(.pictureEmpty, "The picture is empty.") }
        guard PictureFormat(sniffing: bytes) != nil else {
            throw WitError(.notAPicture, "This is not a picture of a known format.")
        }
        return try DecoderPool.shared.perform(
            task, on: bytes, limits, watch: watch, onHeader: onHeader)
    }

    /// libjpeg's JPEG_MAX_DIMENSION.
    private static let longestJPEGSide = 65_500

    private static func side(_ side: Int?) -> Int {
        min(max(side ?? longestJPEGSide, 1), longestJPEGSide)
    }

    private static func quality(_ quality: Int) -> Int { min(max(quality, 1), 100) }

    /// An answer to another question, which the pool does not take.
    static var other: WitError {
        WitError(.decoderEnded, "The picture was not decoded.")
    }
}
