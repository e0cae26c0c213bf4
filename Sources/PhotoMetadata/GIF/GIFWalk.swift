import PhotoRecords

/// Walks a GIF file's blocks; of metadata it can hold XMP (GIF89a §26, XMP part 3 §1.1.2).
struct GIFWalk {
    private let limits: PhotoReadLimits
    private var blocks = MetadataBlocks(mediaType: "image/gif")
    private var picture: EncodedPicture

    private static let blockLimit = 1 << 16
    // Blocks of at most 255 bytes each: some 250 MB.
    private static let subBlockLimit = 1 << 20
    // What follows an XMP packet, so that readers who take it for blocks of data find their way
    // out: 1, 255 … 0, 0.
    private static let magicSize = 258

    /// Whether a file that begins so is one.
    static func begins(_ head: [UInt8]) -> Bool {
        head.starts(with: Array("GIF87a".utf8)) || head.starts(with: Array("GIF89a".utf8))
    }

    private init(_ limits: PhotoReadLimits, fileSize: Int) {
        self.limits = limits
        picture = EncodedPicture(fileSize: fileSize)
        blocks.bytes = fileSize
    }

    /// Finds the metadata, the picture's size and its fingerprint.
    static func blocks(
        _ window: inout ByteWindow, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) -> MetadataBlocks {
        var walk = GIFWalk(limits, fileSize: window.count)
        let isWhole = try walk.run(&window)
        if !isWhole, !walk.picture.isTruncated {
            walk.blocks.note(
                .error, .pictureTruncated, "@\(window.count)",
                "The GIF file ends before its last block.")
        }
        try walk.blocks.take(walk.picture, "g", in: window.source)
        return walk.blocks
    }

    private mutating func run(_ window: inout ByteWindow) throws(ByteSourceError) -> Bool {
        guard try window.load(0..<13) else { return false }
        let screen = Octets((6..<13).map { window[$0] }, littleEndian: true)
        blocks.width = screen.number(0, 2)
        blocks.height = screen.number(2, 2)
        let colors = Self.colors(window[10])
        picture.add(13, colors)
        var offset = 13 + colors
        var subBlocks = 0
        for _ in 0..<Self.blockLimit {
            guard try window.load(offset..<offset + 2) else { return false }
            switch (window[offset], window[offset + 1]) {
            case (0x2C, _):  // An image: its descriptor, its colours, the code size, the data.
                guard try window.load(offset..<offset + 10) else { return false }
                let frame = Octets((offset + 5..<offset + 9).map { window[$0] }, littleEndian: true)
                let pixels = (frame.number(0, 2) ?? 0) * (frame.number(2, 2) ?? 0)
                let data = offset + 10 + Self.colors(window[offset + 9]) + 1
                let codeSize = try window.load(data - 1..<data) ? Int(window[data - 1]) : 0
                guard let end = try skip(data, &window, &subBlocks) else {
                    picture.add(offset, window.count - offset)
                    return false
                }
                picture.add(offset, end - offset)
                // A code for each pixel: what programs without a patent once wrote. The length
                // follows from the frame's size then; a byte of 256 is a block's own.
                if (end - data) * 8 >= pixels * (codeSize + 1) { picture.isPlain = true }
                offset = end
            case (0x21, 0xFF):  // An application's extension: its name of 11 bytes, data.
                let data = offset + 14
                let isXMP =
                    try window.load(offset..<data)
                    && window.matches("XMP DataXMP", at: offset + 3)
                guard let end = try skip(data, &window, &subBlocks) else { return false }
                if isXMP { try takeXMP(data..<end, &window) }
                offset = end
            case (0x21, _):
                guard let end = try skip(offset + 2, &window, &subBlocks) else { return false }
                offset = end
            case (0x3B, _): return true
            default: return false
            }
            // The trailer may be the file's last byte.
            if offset == window.count - 1, try window.load(offset..<offset + 1),
                window[offset] == 0x3B
            {
                return true
            }
        }
        return false
    }

    /// The size of a colour table that flags announce.
    private static func colors(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    /// Where the blocks of data that begin at an offset end; nil if the file does before.
    private func skip(
        _ offset: Int, _ window: inout ByteWindow, _ seen: inout Int
    ) throws(ByteSourceError) -> Int? {
        var offset = offset
        while seen < Self.subBlockLimit {
            seen += 1
            guard try window.load(offset..<offset + 1) else { return nil }
            let size = Int(window[offset])
            offset += 1 + size
            if size == 0 { return offset }
        }
        return nil
    }

    private mutating func takeXMP(
        _ range: Range<Int>, _ window: inout ByteWindow
    ) throws(ByteSourceError) {
        guard range.count > Self.magicSize else { return }
        let packet = range.lowerBound..<range.upperBound - Self.magicSize
        guard blocks.xmp.count < 8 else { return }
        guard packet.count <= limits.xmpBytes else {
            return blocks.note(
                .warning, .metadataTooLarge, "xmp",
                "The XMP packet is larger than \(limits.xmpBytes) bytes; it is ignored.")
        }
        blocks.xmp.append(try window.exactly(packet))
    }
}
