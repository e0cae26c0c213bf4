import ByteCoding
import PhotoRecords

/// Walks a PNG file's chunks and collects its metadata (PNG 3, W3C 2025, §5.3, §11.3).
struct PNGWalk {
    private let limits: PhotoReadLimits
    private var blocks = MetadataBlocks(mediaType: "image/png")
    private var profiles = MetadataProfiles()
    private var picture: EncodedPicture
    // The further frames of an animated PNG (§11.3.5.2).
    private var frames: EncodedPicture
    private var header: [Int] = []
    private var textsLeft = 8
    // What the texts may swell to, all together.
    private var bytesLeft: Int

    /// The eight bytes that every PNG file begins with (§5.2).
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    // Some programs cut the picture into chunks of 8 KB.
    private static let chunkLimit = 1 << 18

    private init(_ limits: PhotoReadLimits, fileSize: Int) {
        self.limits = limits
        bytesLeft = limits.xmpBytes
        picture = EncodedPicture(fileSize: fileSize)
        frames = picture
        blocks.bytes = fileSize
    }

    /// Finds the metadata, the picture's size and its fingerprint.
    static func blocks(
        _ window: inout ByteWindow, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) -> MetadataBlocks {
        var walk = PNGWalk(limits, fileSize: window.count)
        try walk.run(&window)
        return walk.blocks
    }

    private mutating func run(_ window: inout ByteWindow) throws(ByteSourceError) {
        var offset = Self.signature.count
        var isWhole = false
        for _ in 0..<Self.chunkLimit {
            guard try window.load(offset..<offset + 8) else { break }
            let size = window.uint16(at: offset) << 16 | window.uint16(at: offset + 2)
            let content = offset + 8..<offset + 8 + size
            if window.matches("IEND", at: offset + 4) {
                isWhole = true
                break
            }
            if window.matches("IDAT", at: offset + 4) {
                picture.add(content.lowerBound, size)
            } else if window.matches("fdAT", at: offset + 4) {
                frames.add(content.lowerBound, size)
            } else {
                try take(at: offset + 4, content, &window)
            }
            offset = content.upperBound + 4  // The checksum.
        }
        try profiles.finish(into: &blocks, limits)
        try takePicture(window.source)
        if !isWhole {
            blocks.note(
                .error, .pictureTruncated, "@\(min(offset, window.count))",
                "The PNG file ends before its last chunk.")
        } else if picture.isEmpty {
            blocks.note(.error, .pictureTruncated, "@\(offset)", "The PNG file has no picture.")
        }
    }

    private mutating func takePicture(_ source: any ByteSource) throws(ByteSourceError) {
        picture.isPlain = try isStored(source)
        if frames.isEmpty {
            try blocks.takeFingerprint(picture, "p", header, in: source)
        } else {
            var whole = picture
            whole.add(frames)
            try blocks.takeFingerprint(whole, "p", header, former: picture, in: source)
        }
    }

    /// Whether deflate does not compress: its first block is stored (RFC 1951 §3.2.4), or the data
    /// are about as long as the pixels are.
    private func isStored(_ source: any ByteSource) throws(ByteSourceError) -> Bool {
        var head: [UInt8] = []
        // Two bytes of zlib's header, then BFINAL and BTYPE.
        for part in picture.parts(of: 0..<min(3, picture.length)) {
            head += try source.read(part)
        }
        guard head.count == 3 else { return false }
        if head[2] & 0b110 == 0 { return true }
        guard header.count == 2, let width = blocks.width, let height = blocks.height else {
            return false
        }
        let (depth, kind) = (header[1] >> 32 & 0xFF, header[1] >> 24 & 0xFF)
        // Grey, colours, a palette's index, each with alpha or without (§11.2.1).
        let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][kind] ?? 1
        let line = (width * samples * max(1, depth) + 7) / 8 + 1
        let (size, overflow) = line.multipliedReportingOverflow(by: height)
        return !overflow && picture.length >= size - size / 16
    }

    private mutating func take(
        at type: Int, _ content: Range<Int>, _ window: inout ByteWindow
    ) throws(ByteSourceError) {
        if window.matches("IHDR", at: type), content.count == 13 {
            let facts = Octets(try window.exactly(content))
            blocks.width = facts.number(0, 4)
            blocks.height = facts.number(4, 4)
            // Size; depth, colour type, compression, filter, interlace.
            header = [facts.number(0, 8) ?? 0, facts.number(8, 5) ?? 0]
        } else if window.matches("eXIf", at: type) {
            try blocks.takeExif(
                tiff: content.clamped(to: 0..<window.count), in: window.source, limits: limits)
        } else if window.matches("iTXt", at: type) || window.matches("zTXt", at: type)
            || window.matches("tEXt", at: type)
        {
            let isInternational = window.matches("iTXt", at: type)
            let isCompressed = window.matches("zTXt", at: type)
            let keyword = Octets(try window.exactly(content.prefix(80)))
            var at = 0
            guard let name = keyword.terminated(&at), Self.isWanted(name) else { return }
            textsLeft -= 1
            guard textsLeft >= 0 else { return }
            guard content.count <= limits.xmpBytes else {
                blocks.note(
                    .warning, .metadataTooLarge, "png:\(name)",
                    "The text chunk is larger than \(limits.xmpBytes) bytes; it is ignored.")
                return
            }
            let bytes = try window.exactly(content)
            guard let text = text(Octets(bytes), isInternational, isCompressed) else {
                blocks.note(
                    .warning, .containerDamaged, "png:\(name)",
                    "The text chunk can't be decompressed; it is ignored.")
                return
            }
            takeText(name, text)
        }
    }

    private static func isWanted(_ name: String) -> Bool {
        name == "XML:com.adobe.xmp" || name.hasPrefix("Raw profile type ")
    }

    /// The text of a chunk behind its keyword (§11.3.3): nil if it can't be decompressed.
    private mutating func text(
        _ chunk: Octets, _ isInternational: Bool, _ isCompressed: Bool
    ) -> [UInt8]? {
        var at = 0
        guard chunk.terminated(&at) != nil else { return nil }
        var isCompressed = isCompressed
        if isInternational {
            isCompressed = chunk.number(at, 1) == 1
            at += 2
            guard chunk.terminated(&at) != nil, chunk.terminated(&at) != nil else { return nil }
        } else if isCompressed {
            at += 1
        }
        guard at <= chunk.count else { return nil }
        let rest = chunk.slice(at..<chunk.count)
        guard isCompressed else { return rest }
        let text = ZlibStream.inflate(rest, limit: bytesLeft)
        bytesLeft -= text?.count ?? 0
        return text
    }

    private mutating func takeText(_ name: String, _ text: [UInt8]) {
        if name == "XML:com.adobe.xmp" {
            profiles.xmp.append(text)
            return
        }
        guard let bytes = PNGRawProfile.bytes(text) else {
            blocks.note(
                .warning, .containerDamaged, "png:\(name)",
                "The raw profile is malformed; it is ignored.")
            return
        }
        profiles.add(bytes)
    }
}

/// Metadata blocks whose own first bytes say what they are.
struct MetadataProfiles {
    private var exif: [[UInt8]] = []
    private var resources: [UInt8] = []
    private var iptc: [UInt8] = []
    /// XMP packets.
    var xmp: [[UInt8]] = []

    private static let blockLimit = 8

    /// Takes a block: EXIF, XMP (both perhaps as they stand in a JPEG), IPTC or Photoshop's.
    mutating func add(_ bytes: [UInt8]) {
        let header = Array(XMPSegment.header.description.utf8)
        guard exif.count + xmp.count < Self.blockLimit else { return }
        if bytes.starts(with: Array("Exif\0".utf8)), bytes.count >= 6 {
            exif.append(bytes)
        } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0])
            || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A])
        {
            exif.append(Array("Exif\0\0".utf8) + bytes)
        } else if bytes.starts(with: header) {
            xmp.append(Array(bytes[header.count...]))
        } else if bytes.starts(with: Array("8BIM".utf8)) {
            resources = bytes
        } else if bytes.first == 0x1C {
            iptc = bytes
        } else if bytes.first == 0x3C || bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            xmp.append(bytes)
        }
    }

    /// Hands the blocks on, behind those that stand there already.
    func finish(
        into blocks: inout MetadataBlocks, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) {
        for block in exif {
            try blocks.takeExif(tiff: 6..<block.count, in: MemorySource(block), limits: limits)
        }
        blocks.xmp += xmp
        if !resources.isEmpty {
            let photoshop = PhotoshopResources(resources)
            blocks.iptc = photoshop.iptc
            blocks.iptcDigest = photoshop.iptcDigest
            blocks.findings += photoshop.findings
        }
        if blocks.iptc.isEmpty { blocks.iptc = iptc }
    }
}
