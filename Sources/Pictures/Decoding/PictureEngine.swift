import OutputText

/// Decodes and draws with libvips, in whichever process it is called.
enum PictureEngine {
    /// Does a task with a picture.
    ///
    /// - Parameters:
    ///   - bytes: the picture, which is changed: what else it holds is cut out.
    ///   - onHeader: told the header before any pixel is decoded.
    /// - Throws: `WitError` if the bytes are no picture, too large or damaged.
    static func perform(
        _ task: PictureTask, on bytes: UnsafeMutableRawBufferPointer, _ limits: PictureLimits,
        onHeader: (PictureHeader) throws(WitError) -> Void = { _ in }
    ) throws(WitError) -> PictureResult {
        try PictureLibrary.start.get()
        defer { PictureLibrary.endOfWork() }
        if task == .map {
            return .map(try PixelSource.svg(UnsafeRawBufferPointer(bytes)).flattened().png())
        }
        var limits = limits
        // What is only looked at comes from strangers, and need not be looked at.
        limits.scanShare = task == .look ? 3.0 / 8 : 5.0 / 8
        let lent = try LentPicture(bytes, limits)
        try onHeader(lent.header)
        _ = PictureLibrary.lackOfMemory()
        let result = try perform(task, lent)
        if let error = PictureLibrary.lackOfMemory() { throw error }
        return result
    }

    /// Does a task with a picture, in a copy of it.
    static func perform(
        _ task: PictureTask, onCopyOf picture: [UInt8], _ limits: PictureLimits,
        onHeader: (PictureHeader) -> Void = { _ in }
    ) throws(WitError) -> PictureResult {
        var copy = picture
        return try withMutable(&copy) { (bytes) throws(WitError) in
            try perform(task, on: bytes, limits) { onHeader($0) }
        }
    }

    /// As `withUnsafeMutableBytes`, with the type of what is thrown.
    private static func withMutable<T>(
        _ bytes: inout [UInt8],
        _ work: (UnsafeMutableRawBufferPointer) throws(WitError) -> T
    ) throws(WitError) -> T {
        try bytes.withUnsafeMutableBufferPointer { (buffer) throws(WitError) in
            try work(UnsafeMutableRawBufferPointer(buffer))
        }
    }

    private static func perform(
        _ task: PictureTask, _ lent: LentPicture
    ) throws(WitError) -> PictureResult {
        switch task {
        case .header: return .header(lent.header)
        case .jpeg(let side, let quality):
            return .picture(try jpeg(lent.fitting(side), quality))
        case .renditions(let side, let quality, let previewSide, let previewQuality):
            defer { PictureLibrary.giveBackMemory() }
            return .renditions(
                try renditions(lent, side, quality, previewSide, previewQuality))
        case .hash: return .hash(try hash(lent))
        case .pixels(let side):
            let source = try lent.fitting(side)
            let (width, height, bands) = (source.width, source.height, source.bands)
            return .pixels(
                width: width, height: height, bands: bands, bytes: try source.pixels())
        case .look:
            let side = GreyscaleThumbnail.side
            return .pixels(width: side, height: side, bands: 1, bytes: try greys(lent))
        case .alpha(let side): return try alpha(lent, side)
        case .map: return .map([])
        }
    }

    private static func alpha(
        _ lent: LentPicture, _ side: Int
    ) throws(WitError) -> PictureResult {
        let (width, height) = (lent.header.width, lent.header.height)
        guard lent.header.format == .png else {
            throw WitError(.notAMask, "A mask has to be a PNG.")
        }
        guard max(width, height) <= side else {
            throw WitError(
                .tooManyPixels,
                "The mask has \(width) × \(height) pixels; neither side may have more than \(side)."
            )
        }
        guard let source = try PixelSource.open(lent.bytes).alpha() else {
            throw WitError(.notAMask, "The mask has no alpha.")
        }
        return .pixels(width: width, height: height, bands: 1, bytes: try source.pixels())
    }

    private static func jpeg(
        _ source: consuming PixelSource, _ quality: Int
    ) throws(WitError) -> RenderedPicture {
        let (width, height) = (source.width, source.height)
        return RenderedPicture(
            bytes: try source.jpeg(quality: quality), width: width, height: height)
    }

    /// The upright picture's greys, stretched to the grid that is hashed.
    private static func greys(_ lent: LentPicture) throws(WitError) -> [UInt8] {
        let side = PerceptualHash.gridSide
        return try PixelSource.thumbnail(
            lent.bytes, orientation: lent.header.orientation, width: side, height: side,
            stretched: true, acceptsDamage: lent.acceptsDamage
        ).flattened(toGrey: true).pixels()
    }

    private static func hash(_ lent: LentPicture) throws(WitError) -> PerceptualHash {
        PerceptualHash(grid: try greys(lent))
    }

    private static func renditions(
        _ lent: LentPicture, _ side: Int, _ quality: Int, _ previewSide: Int,
        _ previewQuality: Int
    ) throws(WitError) -> PictureRenditions {
        var source = try lent.fitting(side)
        let (width, height) = (source.width, source.height)
        // A large one is drawn twice rather than held: memory stays flat.
        guard width * height <= mostPixelsHeld else {
            let picture = try jpeg(source, quality)
            var copy = picture.bytes
            return try withMutable(&copy) { (bytes) throws(WitError) in
                let drawn = try LentPicture(bytes, PictureLimits())
                return PictureRenditions(
                    picture: picture,
                    preview: try jpeg(drawn.fitting(previewSide), previewQuality),
                    hash: try hash(drawn))
            }
        }
        source = try source.drawn()
        let small = try source.shrunk(width: previewSide, height: previewSide)
        let grid = try source.shrunk(
            width: PerceptualHash.gridSide, height: PerceptualHash.gridSide, stretched: true
        ).flattened(toGrey: true).pixels()
        return PictureRenditions(
            picture: try jpeg(source, quality), preview: try jpeg(small, previewQuality),
            hash: PerceptualHash(grid: grid))
    }

    /// 3 megapixels: 9 MB.
    private static let mostPixelsHeld = 3_000_000
}

/// A picture whose bytes are lent to libvips, of which nothing but the picture is left.
private struct LentPicture {
    /// What libvips reads; it reads from them for as long as a picture of it lives.
    let bytes: UnsafeRawBufferPointer
    let header: PictureHeader
    let acceptsDamage: Bool

    init(
        _ whole: UnsafeMutableRawBufferPointer, _ limits: PictureLimits
    ) throws(WitError) {
        guard let format = PictureFormat(sniffing: whole) else {
            throw WitError(.notAPicture, "This is not a picture of a known format.")
        }
        if format == .jpeg { try Self.refuseEffort(of: PictureBytes(whole), limits) }
        let cut = MetadataCut(whole, format)
        bytes = cut.bytes
        acceptsDamage = limits.acceptsDamage
        guard PixelSource.canRead(bytes) else {
            // Without these, libvips would hardly be libvips: the picture is what is wrong.
            if ![.heif, .jpegXL].contains(format) {
                throw WitError(
                    .pictureDamaged, "The picture cannot be read; it seems to be damaged.")
            }
            throw WitError(
                .unavailable, "This machine's libvips cannot read \(format.mediaType).")
        }
        let source = try PixelSource.open(bytes)
        // HEIF and JPEG XL say in the picture itself how it is turned, and are decoded so.
        let orientation = format == .heif ? 1 : cut.orientation ?? source.orientation
        header = PictureHeader(
            format: format, width: source.width, height: source.height,
            orientation: orientation, pages: max(1, source.pages))
        let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
        guard !overflow, pixels <= limits.pixels else {
            throw WitError(
                .tooManyPixels,
                "The picture has \(header.width) × \(header.height) pixels; "
                    + "the limit is \(limits.pixels) in all.")
        }
    }

    /// Refuses a JPEG whose scans take too long, or whose coefficients too much memory: decoders find
    /// out about the first never, about the second when they have it.
    private static func refuseEffort(
        of file: PictureBytes, _ limits: PictureLimits
    ) throws(WitError) {
        guard let effort = JPEGEffort(file) else { return }
        if effort.scans >= JPEGEffort.mostScans {
            throw WitError(
                .tooMuchTime,
                "The picture has \(JPEGEffort.mostScans) scans or more, which take too long to "
                    + "decode."
            )
        }
        if let memory = limits.memory,
            Double(effort.coefficients) > Double(memory) * limits.scanShare
        {
            throw WitError(
                .tooMuchMemory,
                "Decoding the picture's scans takes \(effort.coefficients >> 20) MB"
                    + " of memory, more than is allowed.")
        }
    }

    /// The upright picture that neither side of exceeds a number of pixels.
    func fitting(_ side: Int) throws(WitError) -> PixelSource {
        try PixelSource.thumbnail(
            bytes, orientation: header.orientation, width: side, height: side,
            acceptsDamage: acceptsDamage
        ).flattened()
    }
}
