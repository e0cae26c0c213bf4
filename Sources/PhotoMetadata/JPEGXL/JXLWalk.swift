import PhotoRecords

/// Finds the metadata and the picture of JPEG XL files: a naked codestream (ISO/IEC 18181-1),
/// which has no metadata, or a container of boxes (ISO/IEC 18181-2 §9).
enum JXLWalk {
    /// The box that a container begins with.
    static let signature: [UInt8] = [
        0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A,
    ]
    private static let blockLimit = 8
    private static let headerSize = 64
    private static let metadataTypes = ["Exif", "xml ", "brob"]

    /// Whether a file that begins so is one.
    static func begins(_ head: [UInt8]) -> Bool {
        head.starts(with: signature)
            || (head.starts(with: JXLCodestream.signature) && JXLCodestream.header(head) != nil)
    }

    /// Finds the metadata, the picture's size and its fingerprint.
    static func blocks(
        _ window: inout ByteWindow, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) -> MetadataBlocks {
        let source = window.source
        var blocks = MetadataBlocks(mediaType: "image/jxl")
        blocks.bytes = source.count
        var picture = EncodedPicture(fileSize: source.count)
        var start: [UInt8] = []
        if window.head.starts(with: JXLCodestream.signature) {
            picture.add(0, source.count)
            start = Array(window.head.prefix(headerSize))
        } else {
            let list = try ISOBox.list(in: source, 0..<source.count)
            if list.isCut {
                blocks.note(
                    .error, .pictureTruncated, "@\(source.count)",
                    "The file ends within one of its boxes.")
            }
            // Each compressed box may swell to a packet's limit.
            var left = blockLimit
            for box in list.boxes {
                // A partial codestream has a number of 4 bytes in front.
                let skipped = box.type == "jxlp" ? 4 : 0
                if box.type == "jxlc" || box.type == "jxlp" {
                    let data = box.content.dropFirst(skipped)
                    picture.add(data.lowerBound, data.count)
                    if start.count < headerSize {
                        start += try source.read(data.prefix(headerSize - start.count))
                    }
                } else if metadataTypes.contains(box.type), left > 0 {
                    left -= 1
                    try take(box, &blocks, source, limits)
                }
            }
        }
        if let header = JXLCodestream.header(start) {
            (blocks.width, blocks.height) = (header.width, header.height)
            // EXIF's orientation must be ignored (ISO/IEC 18181-2 §9.8).
            blocks.orientation = header.orientation
        }
        try blocks.take(picture, "x", in: source)
        return blocks
    }

    private static func take(
        _ box: ISOBox, _ blocks: inout MetadataBlocks, _ source: any ByteSource,
        _ limits: PhotoReadLimits
    ) throws(ByteSourceError) {
        switch box.type {
        case "Exif":
            try takeExif(SliceSource(source, box.content), &blocks, limits)
        case "xml ":
            guard blocks.xmp.count < blockLimit, box.content.count <= limits.xmpBytes else {
                return
            }
            blocks.xmp.append(try source.read(box.content))
        case "brob":
            // A box of another type, compressed with brotli (§9.9): the type, the stream.
            let kind = Octets(try source.read(box.content.prefix(4))).fourCC(0)
            guard kind == "Exif" || kind == "xml " else { return }
            // What the packets may swell to, all together.
            let left = limits.xmpBytes - blocks.xmp.reduce(0) { $0 + $1.count }
            let limit = kind == "Exif" ? 4 << 20 : max(0, left)
            guard box.content.count <= limit,
                let bytes = BrotliStream.decompress(
                    try source.read(box.content.dropFirst(4)), limit: limit)
            else {
                return blocks.note(
                    .warning, .containerDamaged, "@\(box.content.lowerBound)",
                    "A compressed metadata box can't be decompressed; it is ignored.")
            }
            if kind == "Exif" {
                try takeExif(MemorySource(bytes), &blocks, limits)
            } else if blocks.xmp.count < blockLimit {
                blocks.xmp.append(bytes)
            }
        default: return
        }
    }

    private static func takeExif(
        _ data: any ByteSource, _ blocks: inout MetadataBlocks, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) {
        guard blocks.exif.count < blockLimit, let start = try HEIFWalk.tiffStart(in: data) else {
            return blocks.note(
                .warning, .exifDamaged, "exif", "The EXIF box is not of the kind it claims.")
        }
        try blocks.takeExif(tiff: start..<data.count, in: data, limits: limits)
    }
}
