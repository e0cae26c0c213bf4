import PhotoRecords

/// Walks a WebP file's chunks and collects its metadata (RFC 9649).
struct WebPWalk {
    private let limits: PhotoReadLimits
    private var blocks = MetadataBlocks(mediaType: "image/webp")
    private var profiles = MetadataProfiles()
    private var picture: EncodedPicture
    // Metadata chunks that are read; more than one of a kind were never met.
    private var blocksLeft = 8

    private static let chunkLimit = 1 << 16
    private static let pictureChunks = ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"]

    /// Whether a file that begins so is one: `RIFF`, its size, `WEBP`.
    static func begins(_ head: [UInt8]) -> Bool {
        let octets = Octets(head)
        return octets.fourCC(0) == "RIFF" && octets.fourCC(8) == "WEBP"
    }

    /// Finds the metadata, the picture's size and its fingerprint.
    static func blocks(
        _ window: inout ByteWindow, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) -> MetadataBlocks {
        var walk = WebPWalk(
            limits: limits, picture: EncodedPicture(fileSize: window.count))
        walk.blocks.bytes = window.count
        try walk.run(&window)
        return walk.blocks
    }

    private init(limits: PhotoReadLimits, picture: EncodedPicture) {
        self.limits = limits
        self.picture = picture
    }

    private mutating func run(_ window: inout ByteWindow) throws(ByteSourceError) {
        var offset = 12
        for _ in 0..<Self.chunkLimit {
            guard offset < window.count else { break }
            let head = Octets(
                try window.exactly(offset..<min(window.count, offset + 18)), littleEndian: true)
            guard let size = head.number(4, 4) else { break }
            let content = offset + 8..<offset + 8 + size
            try take(head.fourCC(0), content, head.slice(8..<18), &window)
            offset = content.upperBound + size & 1
        }
        try profiles.finish(into: &blocks, limits)
        try blocks.take(picture, "w", in: window.source)
    }

    private mutating func take(
        _ type: String, _ content: Range<Int>, _ first: [UInt8], _ window: inout ByteWindow
    ) throws(ByteSourceError) {
        if Self.pictureChunks.contains(type) {
            if blocks.width == nil { takeSize(type, Octets(first, littleEndian: true)) }
            picture.add(content.lowerBound, content.count)
            if try hasRawAlpha(type, content, first, &window) { picture.isPlain = true }
            return
        }
        switch type {
        case "VP8X":
            // Flags, reserved; the canvas's width and height less one (§2.7.1).
            let facts = Octets(first, littleEndian: true)
            blocks.width = facts.number(4, 3).map { $0 + 1 }
            blocks.height = facts.number(7, 3).map { $0 + 1 }
        case "EXIF", "XMP ":
            blocksLeft -= 1
            guard blocksLeft >= 0 else { return }
            let limit = type == "EXIF" ? limits.exifBytes + 6 : limits.xmpBytes
            guard content.count <= limit else { return try takeLarge(type, content, &window) }
            let bytes = try window.exactly(content)
            // QUIRK: RFC 9649 §2.7.1.5 wants TIFF alone; many programs keep JPEG's `Exif\0\0`.
            if type == "EXIF" { profiles.add(bytes) } else { profiles.xmp.append(bytes) }
        default: return
        }
    }

    /// Whether the alpha of a picture, or of an animation's frame, is not compressed (§2.7.1.2).
    private func hasRawAlpha(
        _ type: String, _ content: Range<Int>, _ first: [UInt8], _ window: inout ByteWindow
    ) throws(ByteSourceError) -> Bool {
        if type == "ALPH" { return first.first.map { $0 & 3 == 0 } ?? false }
        guard type == "ANMF" else { return false }
        // A frame begins with 16 bytes of its own, then chunks; alpha stands first.
        let chunk = Octets(try window.exactly(content.dropFirst(16).prefix(9)))
        return chunk.fourCC(0) == "ALPH" && chunk.number(8, 1).map { $0 & 3 == 0 } ?? false
    }

    private mutating func takeLarge(
        _ type: String, _ content: Range<Int>, _ window: inout ByteWindow
    ) throws(ByteSourceError) {
        guard type == "EXIF" else {
            return blocks.note(
                .warning, .metadataTooLarge, "xmp",
                "The XMP packet is larger than \(limits.xmpBytes) bytes; it is ignored.")
        }
        let start = try window.exactly(content.prefix(4)) == Array("Exif".utf8) ? 6 : 0
        let end = min(content.upperBound, window.count)
        try blocks.takeExif(
            tiff: min(content.lowerBound + start, end)..<end, in: window.source, limits: limits)
    }

    /// The size within the coded picture: RFC 6386 §9.1 and WebP lossless §3.
    private mutating func takeSize(_ type: String, _ content: Octets) {
        if type == "VP8 ", let width = content.number(6, 2), let height = content.number(8, 2) {
            (blocks.width, blocks.height) = (width & 0x3FFF, height & 0x3FFF)
        } else if type == "VP8L", content.number(0, 1) == 0x2F, let bits = content.number(1, 4) {
            (blocks.width, blocks.height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
    }
}
