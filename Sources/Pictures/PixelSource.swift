import OutputText

private import CVips

/// A libvips picture and its only owner.
///
/// It may read its pixels from bytes that it does not own: it lives inside the closure of
/// `withUnsafeBytes` that lends them, and nowhere else.
struct PixelSource: ~Copyable {
    private let image: OpaquePointer

    private init(_ image: OpaquePointer) { self.image = image }

    deinit { wit_vips_close(image) }

    /// Whether libvips has a loader for what the bytes look like.
    ///
    /// Its SVG reader is for pictures of our own only: a stranger's bytes may look like a GIF to
    /// us and like SVG to libvips.
    static func canRead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        wit_vips_can_read(bytes.baseAddress, bytes.count) != 0
    }

    /// Draws SVG of our own.
    static func svg(_ bytes: UnsafeRawBufferPointer) throws(WitError) -> PixelSource {
        try checked { wit_vips_svg(bytes.baseAddress, bytes.count, &$0) }
    }

    /// Opens a picture's header.
    static func open(_ bytes: UnsafeRawBufferPointer) throws(WitError) -> PixelSource {
        guard let image = wit_vips_open(bytes.baseAddress, bytes.count) else {
            throw PictureLibrary.lastError(.pictureDamaged)
        }
        return PixelSource(image)
    }

    /// Opens a picture upright, shrunk to fit into `width` × `height`, or stretched to exactly
    /// that; colours go to sRGB by its profile.
    ///
    /// - Parameter orientation: how the picture is stored (EXIF 3.0 §4.6.5.1.6), 1…8.
    static func thumbnail(
        _ bytes: UnsafeRawBufferPointer, orientation: Int, width: Int, height: Int,
        stretched: Bool = false, acceptsDamage: Bool
    ) throws(WitError) -> PixelSource {
        let needsProfile = try needsProfile(bytes)
        // From 5 on, rows are stored as columns.
        let (across, down) = orientation < 5 ? (width, height) : (height, width)
        func make(managed: Bool) throws(WitError) -> PixelSource {
            try checked { out in
                wit_vips_thumbnail(
                    bytes.baseAddress, bytes.count, &out, Int32(across), Int32(down),
                    stretched ? 1 : 0, managed ? 1 : 0, acceptsDamage ? 1 : 0)
            }
        }
        func stored() throws(WitError) -> PixelSource {
            guard needsProfile else { return try make(managed: false) }
            do {
                return try make(managed: true)
            } catch {
                // QUIRK: an ICC profile that is broken or of another colour space than the
                // picture; the picture itself is fine, so it is shown as if it had none.
                return try make(managed: false)
            }
        }
        let picture = try stored()
        if orientation <= 1 { return picture }
        let drawn = try picture.drawn()
        return try checked { wit_vips_upright(drawn.image, &$0, Int32(orientation)) }
    }

    private static func needsProfile(
        _ bytes: UnsafeRawBufferPointer
    ) throws(WitError) -> Bool { try open(bytes).needsProfile }

    var width: Int { Int(wit_vips_width(image)) }
    var height: Int { Int(wit_vips_height(image)) }
    var bands: Int { Int(wit_vips_bands(image)) }
    var pages: Int { Int(wit_vips_pages(image)) }
    var orientation: Int { Int(wit_vips_orientation(image)) }
    var needsProfile: Bool { wit_vips_needs_profile(image) != 0 }
    /// Whether the picture came with a field of libvips, such as `exif-data`.
    func has(_ field: String) -> Bool { wit_vips_has(image, field) != 0 }
    var hasAlpha: Bool { wit_vips_has_alpha(image) != 0 }

    /// Eight bits of grey or sRGB, on a white ground where the picture is transparent.
    consuming func flattened(toGrey: Bool = false) throws(WitError) -> PixelSource {
        let isGrey = toGrey || bands < 3
        var result = self
        if wit_vips_is_plain(result.image, isGrey ? 1 : 0) == 0 {
            result = try Self.checked { wit_vips_make_plain(result.image, &$0, isGrey ? 1 : 0) }
        }
        if result.hasAlpha {
            result = try Self.checked { wit_vips_flatten(result.image, &$0) }
        }
        let wanted = isGrey ? 1 : 3
        if result.bands > wanted {
            result = try Self.checked { wit_vips_take_bands(result.image, &$0, 0, Int32(wanted)) }
        }
        return try Self.checked { wit_vips_cast_bytes(result.image, &$0) }
    }

    /// The alpha alone, eight bits a pixel; nil where there is none.
    consuming func alpha() throws(WitError) -> PixelSource? {
        guard hasAlpha else { return nil }
        var result = self
        let isGrey: Int32 = result.bands < 3 ? 1 : 0
        if wit_vips_is_plain(result.image, isGrey) == 0 {
            result = try Self.checked { wit_vips_make_plain(result.image, &$0, isGrey) }
        }
        let last = Int32(result.bands - 1)
        result = try Self.checked { wit_vips_take_bands(result.image, &$0, last, 1) }
        return try Self.checked { wit_vips_cast_bytes(result.image, &$0) }
    }

    /// The picture with all its pixels in memory, from which several others can be made.
    consuming func drawn() throws(WitError) -> PixelSource {
        guard let drawn = wit_vips_drawn(image) else {
            throw PictureLibrary.lastError(.pictureDamaged)
        }
        return PixelSource(drawn)
    }

    /// A drawn picture shrunk to fit into `width` × `height`, or stretched to exactly that.
    func shrunk(width: Int, height: Int, stretched: Bool = false) throws(WitError)
        -> PixelSource
    {
        try Self.checked {
            wit_vips_shrink(image, &$0, Int32(width), Int32(height), stretched ? 1 : 0)
        }
    }

    /// All pixels, row by row from the top, a byte for each band.
    func pixels() throws(WitError) -> [UInt8] {
        var count = 0
        guard let memory = wit_vips_pixels(image, &count) else {
            throw PictureLibrary.lastError(.pictureDamaged)
        }
        defer { wit_vips_free(memory) }
        return Array(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// A JPEG without metadata, of a quality of 1…100.
    func jpeg(quality: Int) throws(WitError) -> [UInt8] {
        var memory: UnsafeMutableRawPointer?
        var count = 0
        guard wit_vips_jpeg(image, &memory, &count, Int32(quality)) == 0, let memory else {
            throw PictureLibrary.lastError(.pictureDamaged)
        }
        defer { wit_vips_free(memory) }
        return Array(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// A PNG without metadata.
    func png() throws(WitError) -> [UInt8] {
        var memory: UnsafeMutableRawPointer?
        var count = 0
        guard wit_vips_png(image, &memory, &count) == 0, let memory else {
            throw PictureLibrary.lastError(.cannotWrite)
        }
        defer { wit_vips_free(memory) }
        return Array(UnsafeRawBufferPointer(start: memory, count: count))
    }

    private static func checked(
        _ operation: (inout OpaquePointer?) -> Int32
    ) throws(WitError) -> PixelSource {
        var out: OpaquePointer?
        guard operation(&out) == 0, let out else { throw PictureLibrary.lastError(.pictureDamaged) }
        return PixelSource(out)
    }
}
