import PhotoRecords

/// Finds the metadata and the picture of Canon's CR3 files: within `moov` a `uuid` box with four
/// TIFF structures (`CMT1` the image's directory, `CMT2` EXIF's, `CMT3` the maker note, which is
/// left alone, `CMT4` GPS's), and a `uuid` box with XMP. Canon does not publish the format;
/// exiftool's Canon.pm and libraw's CR3 notes describe it.
enum CR3Walk {
    private static let canon: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
        0x48,
    ]
    private static let xmp: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
        0xAC,
    ]

    private static let blockLimit = 8

    /// Finds the metadata, the picture's size and its fingerprint.
    static func blocks(
        _ window: inout ByteWindow, _ mediaType: String, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) -> MetadataBlocks {
        let source = window.source
        var blocks = MetadataBlocks(mediaType: mediaType)
        blocks.bytes = source.count
        let list = try ISOBox.list(in: source, 0..<source.count)
        var picture = EncodedPicture(fileSize: source.count)
        for box in list.boxes {
            switch box.type {
            case "moov":
                for inner in try ISOBox.list(in: source, box.content).boxes
                where inner.uuid == canon && blocks.exif.count < blockLimit {
                    try takeDirectories(inner, &blocks, source, limits)
                }
            case "uuid"
            where box.uuid == xmp && box.content.count <= limits.xmpBytes
                && blocks.xmp.count < blockLimit:
                blocks.xmp.append(try source.read(box.content))
            case "mdat":
                picture.add(box.content.lowerBound, box.content.count)
            default: continue
            }
        }
        if blocks.exif.isEmpty {
            blocks.note(
                .error, .containerDamaged, "@0", "The file has none of Canon's metadata boxes.")
        }
        if list.isCut {
            blocks.note(
                .error, .pictureTruncated, "@\(source.count)",
                "The file ends within one of its boxes.")
        }
        try blocks.takeFingerprint(
            picture, "c", [blocks.width ?? 0, blocks.height ?? 0], in: source)
        return blocks
    }

    private static func takeDirectories(
        _ box: ISOBox, _ blocks: inout MetadataBlocks, _ source: any ByteSource,
        _ limits: PhotoReadLimits
    ) throws(ByteSourceError) {
        for part in try ISOBox.list(in: source, box.content).boxes {
            let kind: ExifDirectory
            switch part.type {
            case "CMT1": kind = .image
            case "CMT2": kind = .exif
            case "CMT4": kind = .gps
            default: continue
            }
            guard let reader = try TIFFReader(SliceSource(source, part.content)),
                let directory = try reader.directory(at: reader.first)
            else { continue }
            if kind == .image {
                blocks.width = try reader.number(TIFFTag.imageWidth, of: directory)
                blocks.height = try reader.number(TIFFTag.imageLength, of: directory)
            }
            var packing = ExifRepacking(reader, limits: limits)
            try packing.add(directory, as: kind)
            if let block = packing.block() { blocks.exif.append(block) }
            blocks.findings += packing.findings
        }
    }
}
