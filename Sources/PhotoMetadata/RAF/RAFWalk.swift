import PhotoRecords

/// Finds the metadata and the picture of Fujifilm's RAF files: an embedded JPEG has the
/// metadata, a directory of Fujifilm's own the size. The format is not published; exiftool's
/// FujiFilm.pm and libopenraw's notes describe it.
enum RAFWalk {
    /// What every RAF file begins with.
    static let signature: StaticString = "FUJIFILMCCD-RAW "

    private static let recordLimit = 1_024
    // RawImageCroppedSize and RawImageFullSize: height and width.
    private static let sizeTags = [0x0111, 0x0100]

    /// Finds the metadata, the picture's size and its fingerprint.
    static func blocks(
        _ window: inout ByteWindow, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) -> MetadataBlocks {
        let source = window.source
        let header = Octets(try window.exactly(0..<min(128, window.count)))
        var blocks = MetadataBlocks(mediaType: "image/x-fujifilm-raf")
        if let start = header.number(84, 4), let size = header.number(88, 4), start >= 108,
            start < source.count
        {
            var inner = try ByteWindow(of: SliceSource(source, start..<start + size))
            if ContainerFormat.jpeg.begins(inner.head) {
                var walk = JPEGWalk(limits: limits)
                blocks = try walk.blocks(&inner)
                blocks.mediaType = "image/x-fujifilm-raf"
                (blocks.fingerprint, blocks.formerFingerprint, blocks.picture) = (nil, nil, nil)
                // What is wrong with the preview's pixels is no fault of the photo's.
                blocks.findings.removeAll { $0.severity == .error || $0.code == .jpegTrailingData }
            }
        } else {
            blocks.note(
                .error, .containerDamaged, "@\(min(84, window.count))",
                "The file ends before its embedded JPEG.")
        }
        blocks.bytes = source.count
        if let size = try size(header, source) { (blocks.width, blocks.height) = size }
        var picture = EncodedPicture(fileSize: source.count)
        if let start = header.number(100, 4), let size = header.number(104, 4), start > 0 {
            picture.add(start, size)
        }
        // Without compression a pixel takes 12 bits or more; compressed ones hardly ever do.
        let area = (blocks.width ?? 0).multipliedReportingOverflow(by: blocks.height ?? 0)
        picture.isPlain =
            area.overflow || area.partialValue == 0
            || picture.length / 23 >= area.partialValue / 16
        try blocks.take(picture, "f", in: source)
        return blocks
    }

    private static func size(
        _ header: Octets, _ source: any ByteSource
    ) throws(ByteSourceError) -> (Int, Int)? {
        guard let start = header.number(92, 4), let length = header.number(96, 4),
            start >= 108, start < source.count
        else { return nil }
        let directory = Octets(try source.read(start..<start + min(length, 1 << 16)))
        var found: [Int: (Int, Int)] = [:]
        var at = 4
        for _ in 0..<min(directory.number(0, 4) ?? 0, recordLimit) {
            guard let tag = directory.number(at, 2), let size = directory.number(at + 2, 2) else {
                break
            }
            if size == 4, let height = directory.number(at + 4, 2),
                let width = directory.number(at + 6, 2), width > 0, height > 0
            {
                found[tag] = (width, height)
            }
            at += 4 + size
        }
        return sizeTags.lazy.compactMap { found[$0] }.first
    }
}
