import PhotoRecords

/// Finds the metadata and the picture of TIFF files and of the raw formats that are built like
/// them: DNG, NEF, CR2, ARW, PEF, ORF, RW2 (TIFF 6.0; TIFF/EP; Adobe DNG 1.7).
struct TIFFWalk {
    private let limits: PhotoReadLimits
    private let reader: TIFFReader
    private var blocks = MetadataBlocks(mediaType: "image/tiff")

    private static let extentLimit = 1 << 16

    private init(_ reader: TIFFReader, limits: PhotoReadLimits) {
        self.reader = reader
        self.limits = limits
    }

    /// Finds the metadata, the picture's size and its fingerprint.
    static func blocks(
        _ window: inout ByteWindow, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) -> MetadataBlocks {
        guard let reader = try TIFFReader(window) else {
            var blocks = MetadataBlocks(mediaType: "image/tiff")
            blocks.bytes = window.count
            blocks.note(.error, .containerDamaged, "@0", "The file's header makes no sense.")
            return blocks
        }
        var walk = TIFFWalk(reader, limits: limits)
        walk.blocks.bytes = window.count
        try walk.run()
        return walk.blocks
    }

    private mutating func run() throws(ByteSourceError) {
        let directories = try reader.directories()
        guard let first = directories.first else {
            blocks.note(
                .error, .containerDamaged, "@\(min(reader.first, reader.source.count))",
                "The file has no directory where its header says.")
            return
        }
        let kind = try RawKind(directories, reader)
        blocks.mediaType = kind.mediaType
        var packing = ExifRepacking(reader, limits: limits)
        try packing.addAll(first)
        if let block = packing.block() { blocks.exif.append(block) }
        blocks.findings += packing.findings
        try takePackets(first)
        if kind == .panasonic { try takePreview(first) }
        try takePicture(directories, kind)
        if kind == .canon { try takeExifSize(first) }
    }

    /// CR2's first directory has the size of the preview that it holds; the picture's stands in
    /// EXIF. After the fingerprint, which keeps to what it always counted.
    private mutating func takeExifSize(_ first: TIFFDirectory) throws(ByteSourceError) {
        guard let offset = try reader.number(TIFFTag.exifDirectory, of: first),
            let exif = try reader.directory(at: offset),
            let width = try reader.number(TIFFTag.exifWidth, of: exif),
            let height = try reader.number(TIFFTag.exifHeight, of: exif),
            width > blocks.width ?? 0, height > blocks.height ?? 0
        else { return }
        (blocks.width, blocks.height) = (width, height)
    }

    /// XMP, IPTC and Photoshop's resources of the first directory.
    private mutating func takePackets(_ first: TIFFDirectory) throws(ByteSourceError) {
        if let packet = try packet(TIFFTag.xmp, of: first, limits.xmpBytes) {
            blocks.xmp.append(packet)
        }
        if let bytes = try packet(TIFFTag.photoshop, of: first, limits.photoshopBytes) {
            let photoshop = PhotoshopResources(bytes)
            blocks.iptc = photoshop.iptc
            blocks.iptcDigest = photoshop.iptcDigest
            blocks.findings += photoshop.findings
        }
        if let bytes = try packet(TIFFTag.iptc, of: first, limits.photoshopBytes) {
            let iptc = Self.unswapped(bytes)
            if iptc.first == 0x1C { blocks.iptc = iptc }
        }
    }

    private mutating func packet(
        _ tag: Int, of directory: TIFFDirectory, _ limit: Int
    ) throws(ByteSourceError) -> [UInt8]? {
        guard let entry = directory[tag], entry.count > 0 else { return nil }
        if let bytes = try reader.value(entry, limit: limit) { return bytes }
        blocks.note(
            .warning, .containerDamaged, "@\(min(entry.offset, reader.source.count))",
            "A metadata block extends beyond the file or exceeds the limit; it is ignored.")
        return nil
    }

    /// QUIRK: TIFF tag 33723 (Adobe, "TIFF Technical Notes"); programs declare the bytes as LONG,
    /// and some swap them then.
    private static func unswapped(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= 4, bytes[0] != 0x1C, bytes[3] == 0x1C else { return bytes }
        return stride(from: 0, to: bytes.count - 3, by: 4).flatMap { start in
            bytes[start..<start + 4].reversed()
        }
    }

    /// Panasonic's preview is a whole JPEG with EXIF of its own; what the raw file's directories
    /// lack is read there.
    private mutating func takePreview(_ first: TIFFDirectory) throws(ByteSourceError) {
        guard let entry = first[TIFFTag.panasonicJPEG], let size = entry.size, size > 4,
            entry.offset <= reader.source.count - size
        else { return }
        var window = try ByteWindow(
            of: SliceSource(reader.source, entry.offset..<entry.offset + size))
        guard ContainerFormat.jpeg.begins(window.head) else { return }
        var walk = JPEGWalk(limits: limits)
        let preview = try walk.blocks(&window)
        blocks.exif += preview.exif
        blocks.xmp += preview.xmp
        if blocks.iptc.isEmpty {
            blocks.iptc = preview.iptc
            blocks.iptcDigest = preview.iptcDigest
        }
    }

    // MARK: The picture

    private mutating func takePicture(
        _ directories: [TIFFDirectory], _ kind: RawKind
    ) throws(ByteSourceError) {
        var largest = (area: 0, width: 0, height: 0)
        var pages: EncodedPicture?
        var best: (rank: Int, length: Int, picture: EncodedPicture)?
        for (index, directory) in directories.enumerated() {
            let isReduced = try (reader.number(TIFFTag.newSubfileType, of: directory) ?? 0) & 1 == 1
            let (width, height) = try size(directory, kind)
            let (area, overflow) = width.multipliedReportingOverflow(by: height)
            if !overflow, area > largest.area, !isReduced || index == 0 || largest.area == 0 {
                largest = (area, width, height)
            }
            var picture = try picture(directory, kind)
            picture.isPlain = try TIFFCoding(directory, reader).isPlain(
                kind, width, height, length: picture.length)
            let rank = picture.isEmpty && !picture.isTruncated ? 0 : isReduced ? 1 : 2
            if best.map({ (rank, picture.length) > ($0.rank, $0.length) }) ?? true {
                best = (rank, picture.length, picture)
            }
            // Of a TIFF file's pages the first is shown.
            if kind == .none, index == 0, !isReduced, rank > 0 {
                pages = try otherPages(directories.dropFirst(), behind: picture, width, height)
                break
            }
        }
        if largest.area > 0 { (blocks.width, blocks.height) = (largest.width, largest.height) }
        let picture = best?.picture ?? EncodedPicture(fileSize: reader.source.count)
        try blocks.take(
            pages ?? picture, "t", former: pages == nil ? nil : picture, in: reader.source)
    }

    /// The data of a file's pages one behind the other, where it has more than one: documents
    /// begin with the same cover. Previews are no pages, also where nothing calls them so.
    private func otherPages(
        _ directories: ArraySlice<TIFFDirectory>, behind first: EncodedPicture, _ width: Int,
        _ height: Int
    ) throws(ByteSourceError) -> EncodedPicture? {
        var pages = first
        for directory in directories {
            let isReduced = try (reader.number(TIFFTag.newSubfileType, of: directory) ?? 0) & 1 == 1
            let own = try size(directory, .none)
            guard !isReduced, own.0 >= width / 2, own.1 >= height / 2,
                directory[TIFFTag.stripOffsets] != nil || directory[TIFFTag.tileOffsets] != nil
            else { continue }
            var page = try picture(directory, .none)
            page.isPlain = try TIFFCoding(directory, reader).isPlain(
                .none, own.0, own.1, length: page.length)
            pages.add(page)
        }
        return pages.length > first.length ? pages : nil
    }

    private func size(
        _ directory: TIFFDirectory, _ kind: RawKind
    ) throws(ByteSourceError) -> (Int, Int) {
        if kind == .panasonic {
            var borders: [Int] = []
            for tag in TIFFTag.panasonicBorders {
                if let border = try reader.number(tag, of: directory) { borders.append(border) }
            }
            guard borders.count == 4 else { return (0, 0) }
            return (max(0, borders[3] - borders[1]), max(0, borders[2] - borders[0]))
        }
        return (
            try reader.number(TIFFTag.imageWidth, of: directory) ?? 0,
            try reader.number(TIFFTag.imageLength, of: directory) ?? 0
        )
    }

    private func picture(
        _ directory: TIFFDirectory, _ kind: RawKind
    ) throws(ByteSourceError) -> EncodedPicture {
        var picture = EncodedPicture(fileSize: reader.source.count)
        if kind == .panasonic,
            let offset = try reader.number(TIFFTag.panasonicRawOffset, of: directory)
        {
            // Panasonic's raw data go on to the end of the file.
            picture.add(offset, reader.source.count - offset)
            return picture
        }
        for (offsets, counts) in [
            (TIFFTag.stripOffsets, TIFFTag.stripByteCounts),
            (TIFFTag.tileOffsets, TIFFTag.tileByteCounts),
            (TIFFTag.jpegOffset, TIFFTag.jpegLength),
        ] where picture.isEmpty {
            guard let starts = directory[offsets], let lengths = directory[counts] else { continue }
            for (start, length) in zip(
                try reader.numbers(starts, limit: Self.extentLimit),
                try reader.numbers(lengths, limit: Self.extentLimit))
            {
                picture.add(start, length)
            }
        }
        return picture
    }
}
