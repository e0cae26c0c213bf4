import PhotoRecords

/// Finds the metadata and the picture of HEIC, HEIF and AVIF files: the boxes' headers, the
/// `meta` box and the items that it names are read, and nothing else.
struct HEIFWalk {
    private let limits: PhotoReadLimits
    private let source: any ByteSource
    private var blocks: MetadataBlocks

    private static let itemLimit = 4

    private init(_ source: any ByteSource, _ mediaType: String, _ limits: PhotoReadLimits) {
        self.source = source
        self.limits = limits
        blocks = MetadataBlocks(mediaType: mediaType)
        blocks.bytes = source.count
    }

    /// Finds the metadata, the picture's size and its fingerprint.
    static func blocks(
        _ window: inout ByteWindow, _ mediaType: String, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) -> MetadataBlocks {
        var walk = HEIFWalk(window.source, mediaType, limits)
        try walk.run()
        return walk.blocks
    }

    private mutating func run() throws(ByteSourceError) {
        let list = try ISOBox.list(in: source, 0..<source.count)
        guard let meta = list["meta"] else {
            blocks.note(
                .error, .containerDamaged, "@0",
                list.isCut
                    ? "The file ends before its metadata." : "The file has no meta box.")
            return
        }
        let items = try HEIFItems(in: source, meta.content)
        if items.isDamaged {
            blocks.note(
                .warning, .containerDamaged, "@\(meta.content.lowerBound)",
                "The meta box is damaged; what could be found is read.")
        }
        let picture = HEIFPicture(items, fileSize: source.count)
        if let size = picture.size { (blocks.width, blocks.height) = size }
        blocks.orientation = picture.orientation
        for id in picture.describing(orphans: true, { $0.type == "Exif" }).prefix(1) {
            try takeExif(picture.extents(of: id))
        }
        let packets = picture.describing(orphans: false) {
            $0.contentType == "application/rdf+xml"
        }
        for id in packets.prefix(Self.itemLimit) { try takeXMP(picture.extents(of: id)) }
        try blocks.take(picture.data, "h", former: picture.formerData, in: source)
    }

    /// An EXIF item: the distance to the byte order, `Exif\0\0` perhaps, TIFF
    /// (ISO/IEC 23008-12 §A.2.1).
    private mutating func takeExif(
        _ extents: [(offset: Int, length: Int)]?
    ) throws(ByteSourceError) {
        guard let data = try bounded(extents, "exif") else { return }
        guard let start = try Self.tiffStart(in: data) else {
            blocks.note(
                .warning, .exifDamaged, "exif", "The EXIF item is not of the kind it claims.")
            return
        }
        try blocks.takeExif(tiff: start..<data.count, in: data, limits: limits)
    }

    /// QUIRK: ISO/IEC 23008-12 §A.2.1; the distance is 0 in files that have `Exif\0\0` before the
    /// byte order nevertheless: this is looked for where it is not found.
    static func tiffStart(in data: any ByteSource) throws(ByteSourceError) -> Int? {
        let head = Octets(try data.read(0..<64))
        func isStart(_ at: Int) -> Bool {
            let word = head.number(at, 4)
            return word == 0x4949_2A00 || word == 0x4D4D_002A
        }
        if let distance = head.number(0, 4) {
            if isStart(4 + distance) { return 4 + distance }
            let far = Octets(try data.read(4 + distance..<max(4 + distance, 8 + distance)))
            if far.number(0, 4) == 0x4949_2A00 || far.number(0, 4) == 0x4D4D_002A {
                return 4 + distance
            }
        }
        return (0..<60).first(where: isStart)
    }

    private mutating func takeXMP(
        _ extents: [(offset: Int, length: Int)]?
    ) throws(ByteSourceError) {
        guard let data = try bounded(extents, "xmp"), data.count <= limits.xmpBytes else { return }
        blocks.xmp.append(try data.read(0..<data.count))
    }

    /// An item's data as a source of its own; nil with a finding if they can't be reached.
    private mutating func bounded(
        _ extents: [(offset: Int, length: Int)]?, _ place: String
    ) throws(ByteSourceError) -> (any ByteSource)? {
        guard let extents, let first = extents.first else {
            blocks.note(
                .warning, .containerDamaged, place,
                "An item's data cannot be located.")
            return nil
        }
        let whole = first.offset <= source.count - first.length
        if !whole {
            blocks.note(
                .error, .containerDamaged, "@\(min(first.offset, source.count))",
                "The file ends before the \(place) item does.")
        }
        if extents.count == 1 {
            let end = whole ? first.offset + first.length : source.count
            return SliceSource(source, min(first.offset, end)..<end)
        }
        var bytes: [UInt8] = []
        for (offset, length) in extents {
            guard offset < source.count, bytes.count + length <= limits.xmpBytes else { break }
            bytes += try source.read(offset..<min(source.count, offset + length))
        }
        return MemorySource(bytes)
    }
}
