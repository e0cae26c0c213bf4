/// A file format that metadata is found in, known by its first bytes and never by its name.
///
/// A further format joins by one entry in ``all``: how it is recognised, and the walk that finds
/// its metadata blocks.
struct ContainerFormat: Sendable {
    /// A walk through a file: finds its metadata, reads only what it needs.
    typealias Walk =
        @Sendable (inout ByteWindow, PhotoReadLimits) throws(ByteSourceError) -> MetadataBlocks

    /// Whether a file that begins so is one.
    let begins: @Sendable (_ head: [UInt8]) -> Bool
    /// Finds the metadata.
    let walk: Walk

    /// Every format that is known, in the order in which they are tried.
    static let all: [ContainerFormat] = [
        .jpeg, .isoMedia, .png, .webP, .tiff, .raf, .gif, .jpegXL, .xmpFile,
    ]

    /// The format of a file that begins so; nil for none that is known.
    static func matching(_ head: [UInt8]) -> ContainerFormat? { all.first { $0.begins(head) } }
}

extension ContainerFormat {
    /// JPEG: SOI and the first byte of a marker (ITU-T T.81 §B.1.1).
    static let jpeg = ContainerFormat(
        begins: { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
        walk: { (window, limits) throws(ByteSourceError) in
            var walk = JPEGWalk(limits: limits)
            return try walk.blocks(&window)
        })
}

extension ContainerFormat {
    /// TIFF, and the raw formats built like it: DNG, NEF, CR2, ARW, PEF, ORF, RW2.
    static let tiff = ContainerFormat(
        begins: { head in RawKind.magics.contains { head.starts(with: $0) } },
        walk: { (window, limits) throws(ByteSourceError) in
            try TIFFWalk.blocks(&window, limits)
        })
}

extension ContainerFormat {
    /// The ISO base media format with a photo's brand: HEIC, HEIF, AVIF, CR3.
    static let isoMedia = ContainerFormat(
        begins: { ISOBrands(head: $0).mediaType != nil },
        walk: { (window, limits) throws(ByteSourceError) in
            let mediaType = ISOBrands(head: window.head).mediaType ?? "image/heif"
            return mediaType == "image/x-canon-cr3"
                ? try CR3Walk.blocks(&window, mediaType, limits)
                : try HEIFWalk.blocks(&window, mediaType, limits)
        })
}

extension ContainerFormat {
    /// PNG.
    static let png = ContainerFormat(
        begins: { $0.starts(with: PNGWalk.signature) },
        walk: { (window, limits) throws(ByteSourceError) in
            try PNGWalk.blocks(&window, limits)
        })
}

extension ContainerFormat {
    /// WebP.
    static let webP = ContainerFormat(
        begins: { WebPWalk.begins($0) },
        walk: { (window, limits) throws(ByteSourceError) in
            try WebPWalk.blocks(&window, limits)
        })
}

extension ContainerFormat {
    /// Fujifilm's RAF.
    static let raf = ContainerFormat(
        begins: { $0.starts(with: Array(RAFWalk.signature.description.utf8)) },
        walk: { (window, limits) throws(ByteSourceError) in
            try RAFWalk.blocks(&window, limits)
        })
}

extension ContainerFormat {
    /// GIF.
    static let gif = ContainerFormat(
        begins: { GIFWalk.begins($0) },
        walk: { (window, limits) throws(ByteSourceError) in
            try GIFWalk.blocks(&window, limits)
        })
}

extension ContainerFormat {
    /// JPEG XL, naked or in its container.
    static let jpegXL = ContainerFormat(
        begins: { JXLWalk.begins($0) },
        walk: { (window, limits) throws(ByteSourceError) in
            try JXLWalk.blocks(&window, limits)
        })
}

extension ContainerFormat {
    /// An XMP packet as a file of its own: a sidecar.
    static let xmpFile = ContainerFormat(
        begins: { XMPFileWalk.begins($0) },
        walk: { (window, limits) throws(ByteSourceError) in
            try XMPFileWalk.blocks(&window, limits)
        })
}
