import PhotoRecords

/// Makes a small EXIF block of the fields that are read, from directories that lie scattered over
/// a large file: raw files, TIFF, and EXIF blocks larger than libexif takes.
struct ExifRepacking {
    private struct Field {
        var tag: Int
        var type: Int
        var count: Int
        var value: [UInt8]
    }

    private let reader: TIFFReader
    private let limits: PhotoReadLimits
    private var fields: [ExifDirectory: [Field]] = [:]
    private var size = 256
    private(set) var findings: [Finding] = []

    /// Nothing packed yet.
    init(_ reader: TIFFReader, limits: PhotoReadLimits) {
        self.reader = reader
        self.limits = limits
    }

    /// Takes a directory's fields and those of the EXIF and GPS directories it points to.
    mutating func addAll(_ directory: TIFFDirectory) throws(ByteSourceError) {
        try add(directory, as: .image)
        for (pointer, kind) in [
            (TIFFTag.exifDirectory, ExifDirectory.exif), (TIFFTag.gpsDirectory, .gps),
        ] {
            guard let offset = try reader.number(pointer, of: directory) else { continue }
            if let below = try reader.directory(at: offset) {
                try add(below, as: kind)
            } else {
                findings.append(
                    Finding(
                        .warning, .exifDamaged, where: "exif",
                        "There is no directory at \(offset), where the EXIF data points."))
            }
        }
    }

    /// Takes a directory's fields.
    mutating func add(
        _ directory: TIFFDirectory, as kind: ExifDirectory
    ) throws(ByteSourceError) {
        for entry in directory.entries where entry.type <= 12 && entry.count > 0 {
            guard ExifTag.known(UInt16(truncatingIfNeeded: entry.tag), in: kind) != nil,
                fields[kind]?.contains(where: { $0.tag == entry.tag }) != true
            else { continue }
            guard let bytes = try reader.value(entry, limit: limits.exifBytes - size) else {
                guard findings.count < 8 else { continue }
                findings.append(
                    Finding(
                        .warning, .exifDamaged, where: "exif:0x\(String(entry.tag, radix: 16))",
                        "A field's value extends beyond the file or exceeds the limit; it is "
                            + "ignored."
                    ))
                continue
            }
            size += bytes.count + 14
            fields[kind, default: []].append(
                Field(tag: entry.tag, type: entry.type, count: entry.count, value: bytes))
        }
    }

    /// The block with `Exif\0\0` in front; nil if no field was found.
    func block() -> [UInt8]? {
        guard !fields.isEmpty else { return nil }
        let exif = fields[.exif] ?? []
        let gps = fields[.gps] ?? []
        var image = fields[.image] ?? []
        func pointer(_ tag: Int, _ offset: Int) -> Field {
            Field(tag: tag, type: 4, count: 1, value: word(offset, 4))
        }
        let pointers = (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1)
        var offset = 8 + extent(of: image) + 12 * pointers
        if !exif.isEmpty {
            image.append(pointer(TIFFTag.exifDirectory, offset))
            offset += extent(of: exif)
        }
        if !gps.isEmpty { image.append(pointer(TIFFTag.gpsDirectory, offset)) }
        var result = Array("Exif\0\0".utf8) + (littleEndian ? [0x49, 0x49] : [0x4D, 0x4D])
        result += word(42, 2) + word(8, 4)
        for list in [image, exif, gps] where !list.isEmpty {
            append(list.sorted { $0.tag < $1.tag }, to: &result)
        }
        return result
    }

    private var littleEndian: Bool { reader.littleEndian }

    private func word(_ value: Int, _ size: Int) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return littleEndian ? bytes : bytes.reversed()
    }

    private func extent(of list: [Field]) -> Int {
        6 + 12 * list.count
            + list.reduce(0) { $0 + ($1.value.count > 4 ? ($1.value.count + 1) & ~1 : 0) }
    }

    private func append(_ list: [Field], to result: inout [UInt8]) {
        var values: [UInt8] = []
        let start = result.count - 6 + 6 + 12 * list.count
        result += word(list.count, 2)
        for field in list {
            result += word(field.tag, 2) + word(field.type, 2) + word(field.count, 4)
            if field.value.count <= 4 {
                result += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
            } else {
                result += word(start + values.count, 4)
                values += field.value
                if values.count % 2 == 1 { values.append(0) }
            }
        }
        result += word(0, 4) + values
    }
}

extension MetadataBlocks {
    /// Takes an EXIF block that begins with a byte order, in a part of the source: as it stands,
    /// or packed anew if it is larger than libexif takes.
    mutating func takeExif(
        tiff range: Range<Int>, in source: any ByteSource, limits: PhotoReadLimits
    ) throws(ByteSourceError) {
        if range.count <= limits.exifBytes - 6 {
            exif.append(Array("Exif\0\0".utf8) + (try source.read(range)))
            return
        }
        guard let reader = try TIFFReader(SliceSource(source, range)),
            let directory = try reader.directory(at: reader.first)
        else {
            note(
                .warning, .exifDamaged, "exif", "The EXIF block has no readable directory.")
            return
        }
        var packing = ExifRepacking(reader, limits: limits)
        try packing.addAll(directory)
        if let block = packing.block() { exif.append(block) }
        findings += packing.findings
    }
}
