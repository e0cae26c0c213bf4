private import CVips

/// A libvips picture and its only owner.
///
/// It may read its pixels from bytes that it does not own: it lives inside the closure of
/// `withUnsafeBytes` that lends them, and nowhere else.
struct PixelSource: ~Copyable {
    private let image: UnsafeMutablePointer<VipsImage>

    private init(_ image: UnsafeMutablePointer<VipsImage>) { self.image = image }

    deinit { wit_vips_close(image) }

    /// Whether libvips runs; started once, by whoever asks first.
    static let start: Result<Void, PictureError> =
        wit_vips_start(2) == 0 ? .success(()) : .failure(lastError(.unavailable))

    /// Whether libvips has a loader for what the bytes look like.
    ///
    /// Its SVG reader is for pictures of our own only: a stranger's bytes may look like a GIF to
    /// us and like SVG to libvips.
    static func canRead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let loader = vips_foreign_find_load_buffer(bytes.baseAddress, bytes.count) else {
            return false
        }
        return !String(cString: loader).contains("Svg")
    }

    /// Draws SVG of our own.
    static func svg(_ bytes: UnsafeRawBufferPointer) throws(PictureError) -> PixelSource {
        try checked { wit_vips_svg(bytes.baseAddress, bytes.count, &$0) }
    }

    /// Opens a picture's header.
    static func open(_ bytes: UnsafeRawBufferPointer) throws(PictureError) -> PixelSource {
        guard let image = wit_vips_open(bytes.baseAddress, bytes.count) else {
            throw lastError(.damaged)
        }
        return PixelSource(image)
    }

    /// Opens a picture upright, shrunk to fit into `width` × `height`, or stretched to exactly
    /// that; colours go to sRGB by its profile.
    static func thumbnail(
        _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, stretched: Bool = false,
        acceptsDamage: Bool
    ) throws(PictureError) -> PixelSource {
        func make(managed: Bool) throws(PictureError) -> PixelSource {
            try checked { out in
                wit_vips_thumbnail(
                    bytes.baseAddress, bytes.count, &out, Int32(width), Int32(height),
                    stretched ? 1 : 0, managed ? 1 : 0, acceptsDamage ? 1 : 0)
            }
        }
        guard try open(bytes).needsProfile else { return try make(managed: false) }
        do {
            return try make(managed: true)
        } catch {
            // QUIRK: an ICC profile that is broken or of another colour space than the picture;
            // the picture itself is fine, so it is shown as if it had none.
            return try make(managed: false)
        }
    }

    var width: Int { Int(vips_image_get_width(image)) }
    var height: Int { Int(vips_image_get_height(image)) }
    var bands: Int { Int(vips_image_get_bands(image)) }
    var pages: Int { Int(vips_image_get_n_pages(image)) }
    var orientation: Int { Int(vips_image_get_orientation(image)) }
    var needsProfile: Bool { wit_vips_needs_profile(image) != 0 }
    var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }

    /// Eight bits of grey or sRGB, on a white ground where the picture is transparent.
    consuming func flattened(toGrey: Bool = false) throws(PictureError) -> PixelSource {
        let isGrey = toGrey || bands < 3
        let space = isGrey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        var result = self
        if vips_image_get_interpretation(result.image) != space {
            result = try Self.checked { wit_vips_colourspace(result.image, &$0, space) }
        }
        if result.hasAlpha {
            result = try Self.checked { wit_vips_flatten(result.image, &$0) }
        }
        let wanted = isGrey ? 1 : 3
        if result.bands > wanted {
            result = try Self.checked { wit_vips_bands(result.image, &$0, 0, Int32(wanted)) }
        }
        return try Self.checked { wit_vips_cast_bytes(result.image, &$0) }
    }

    /// All pixels, row by row from the top, a byte for each band.
    func pixels() throws(PictureError) -> [UInt8] {
        var count = 0
        guard let memory = vips_image_write_to_memory(image, &count) else {
            throw Self.lastError(.damaged)
        }
        defer { g_free(memory) }
        return Array(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// A JPEG without metadata, of a quality of 1…100.
    func jpeg(quality: Int) throws(PictureError) -> [UInt8] {
        var memory: UnsafeMutableRawPointer?
        var count = 0
        guard wit_vips_jpeg(image, &memory, &count, Int32(quality)) == 0, let memory else {
            throw Self.lastError(.damaged)
        }
        defer { g_free(memory) }
        return Array(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// A PNG without metadata.
    func png() throws(PictureError) -> [UInt8] {
        var memory: UnsafeMutableRawPointer?
        var count = 0
        guard wit_vips_png(image, &memory, &count) == 0, let memory else {
            throw Self.lastError(.cannotWrite)
        }
        defer { g_free(memory) }
        return Array(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Frees what libvips keeps for the calling thread.
    static func endOfWork() { vips_thread_shutdown() }

    private static func checked(
        _ operation: (inout UnsafeMutablePointer<VipsImage>?) -> Int32
    ) throws(PictureError) -> PixelSource {
        var out: UnsafeMutablePointer<VipsImage>?
        guard operation(&out) == 0, let out else { throw lastError(.damaged) }
        return PixelSource(out)
    }

    /// The first line of what libvips says of its last failure. Threads share its buffer, so two
    /// that fail at once may see each other's words; the code is always right.
    private static func lastError(_ code: PictureError.Code) -> PictureError {
        guard let text = vips_error_buffer_copy() else {
            return PictureError(code, "The picture cannot be decoded.")
        }
        defer { g_free(text) }
        let line = String(cString: text).split(separator: "\n").first.map(String.init)
        return PictureError(
            code,
            "The picture cannot be decoded" + (line.map { " (\($0.prefix(200)))" } ?? "") + ".")
    }
}
