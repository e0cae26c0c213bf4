/// Where the raw formats that are built like TIFF keep their JPEGs: in directories of their own,
/// in a strip of the first one (CR2, DNG), in Panasonic's own field, in maker notes (Olympus,
/// Nikon, Pentax). None of the makers publishes this; exiftool's tables and libopenraw's notes do.
struct TIFFPreviews {
    private let reader: TIFFReader
    private var found: [Range<Int>] = []

    private static let makerNote = 0x927C

    init(_ reader: TIFFReader) { self.reader = reader }

    /// The ranges that are named; empty for a file that is no raw format's.
    func ranges() throws(ByteSourceError) -> [Range<Int>] {
        let directories = try reader.directories()
        guard try RawKind(directories, reader) != .none else { return [] }
        var search = self
        for directory in directories {
            try search.add(TIFFTag.jpegOffset, TIFFTag.jpegLength, of: directory)
            try search.add(TIFFTag.stripOffsets, TIFFTag.stripByteCounts, of: directory)
        }
        if let first = directories.first {
            if reader.magic == 0x55, let entry = first[TIFFTag.panasonicJPEG] {
                search.found += [
                    RawPreviews.range(entry.offset, entry.size, in: reader.source)
                ].compactMap(\.self)
            }
            try search.addMakerNotes(of: first)
        }
        return search.found
    }

    /// The range that two fields of one number each name.
    private mutating func add(
        _ offset: Int, _ length: Int, of directory: TIFFDirectory
    ) throws(ByteSourceError) {
        guard let start = directory[offset], start.count == 1, let size = directory[length],
            size.count == 1
        else { return }
        found += [
            RawPreviews.range(
                try reader.numbers(start, limit: 1).first, try reader.numbers(size, limit: 1).first,
                in: reader.source)
        ].compactMap(\.self)
    }

    // MARK: Maker notes

    private mutating func addMakerNotes(of first: TIFFDirectory) throws(ByteSourceError) {
        guard let offset = try reader.number(TIFFTag.exifDirectory, of: first),
            let exif = try reader.directory(at: offset), let note = exif[Self.makerNote],
            let size = note.size, size > 32, note.offset < reader.source.count
        else { return }
        // Offsets may lead out of the note's own bytes, never out of the file.
        let rest = SliceSource(reader.source, note.offset..<reader.source.count)
        let head = Octets(try rest.read(0..<32))
        switch true {
        case head.bytes.starts(with: Array("OLYMPUS\0".utf8)):
            try addOlympus(rest, note.offset, littleEndian: head.fourCC(8).first == "I", at: 12)
        case head.bytes.starts(with: Array("OM SYSTEM\0".utf8)):
            try addOlympus(rest, note.offset, littleEndian: head.fourCC(12).first == "I", at: 16)
        case head.bytes.starts(with: Array("OLYMP\0".utf8)):
            // The older kind counts from the file's beginning.
            let note = try TIFFReader(
                reader.source, littleEndian: reader.littleEndian, first: note.offset + 8)
            try addPair(0x0088, 0x0089, note, base: 0, at: note.first)
        case head.bytes.starts(with: Array("Nikon\0".utf8)):
            let base = note.offset + 10
            let inner = SliceSource(reader.source, base..<reader.source.count)
            guard let note = try TIFFReader(inner),
                let directory = try note.directory(at: note.first),
                let preview = try note.number(0x0011, of: directory)
            else { return }
            try addPair(TIFFTag.jpegOffset, TIFFTag.jpegLength, note, base: base, at: preview)
        case head.bytes.starts(with: Array("AOC\0".utf8)):
            // Pentax's PreviewImageLength and PreviewImageStart, which count from the file's
            // beginning.
            let note = try TIFFReader(
                reader.source, littleEndian: head.fourCC(4).first == "I", first: note.offset + 6)
            try addPair(0x0004, 0x0003, note, base: 0, at: note.first)
        case head.bytes.starts(with: Array("PENTAX \0".utf8)):
            let inner = try TIFFReader(
                rest, littleEndian: head.fourCC(8).first == "I", first: 10)
            try addPair(0x0004, 0x0003, inner, base: note.offset, at: inner.first)
        default: return
        }
    }

    /// Olympus's CameraSettings: PreviewImageStart and PreviewImageLength, which count from the
    /// maker note's beginning.
    private mutating func addOlympus(
        _ source: any ByteSource, _ base: Int, littleEndian: Bool, at first: Int
    ) throws(ByteSourceError) {
        let note = try TIFFReader(source, littleEndian: littleEndian, first: first)
        guard let directory = try note.directory(at: first),
            let settings = try note.number(0x2020, of: directory)
        else { return }
        try addPair(0x0101, 0x0102, note, base: base, at: settings)
    }

    private mutating func addPair(
        _ offset: Int, _ length: Int, _ reader: TIFFReader, base: Int, at place: Int
    ) throws(ByteSourceError) {
        guard let directory = try reader.directory(at: place),
            let start = try reader.number(offset, of: directory),
            let size = try reader.number(length, of: directory)
        else { return }
        found += [RawPreviews.range(base + start, size, in: self.reader.source)].compactMap(\.self)
    }
}
