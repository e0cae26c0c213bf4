/// Reads directories and values of a TIFF structure, in either byte order, exactly those that are
/// asked for.
struct TIFFReader {
    let source: any ByteSource
    let littleEndian: Bool
    /// The number behind the byte order: 42, or what a raw format has in its place.
    let magic: Int
    /// Where the first directory lies.
    let first: Int
    private let window: ByteWindow
    private let layout: Layout

    /// The sizes of a directory's parts in bytes: TIFF 6.0's, or BigTIFF's (Aware Systems, "The
    /// BigTIFF File Format", 2007).
    private struct Layout {
        let count: Int
        let entry: Int
        let offset: Int

        static let classic = Layout(count: 2, entry: 12, offset: 4)
        static let big = Layout(count: 8, entry: 20, offset: 8)
    }

    private static let entryLimit = 4_096
    private static let directoryLimit = 64

    /// A reader of the source; nil if it does not begin as TIFF does.
    init?(_ source: any ByteSource) throws(ByteSourceError) {
        try self.init(ByteWindow(of: source))
    }

    /// A reader of the window's source; nil if it does not begin as TIFF does.
    init?(_ window: ByteWindow) throws(ByteSourceError) {
        source = window.source
        self.window = window
        guard window.head.count >= 8, window.head[0] == window.head[1],
            window.head[0] == 0x49 || window.head[0] == 0x4D
        else { return nil }
        littleEndian = window.head[0] == 0x49
        let header = Octets(Array(window.head.prefix(16)), littleEndian: littleEndian)
        guard let magic = header.number(2, 2) else { return nil }
        layout = magic == Self.bigMagic ? .big : .classic
        // BigTIFF's header names the size of its offsets, and a zero.
        if magic == Self.bigMagic, header.number(4, 4) != (littleEndian ? 8 : 8 << 16) {
            return nil
        }
        guard let first = magic == Self.bigMagic ? header.number(8, 8) : header.number(4, 4) else {
            return nil
        }
        self.magic = magic
        self.first = first
    }

    /// What stands for 42 in BigTIFF.
    static let bigMagic = 43

    /// A reader of directories that count from the source's beginning and have no header there,
    /// such as a maker note's.
    init(
        _ source: any ByteSource, littleEndian: Bool, first: Int
    ) throws(ByteSourceError) {
        self.source = source
        window = try ByteWindow(of: source)
        self.littleEndian = littleEndian
        magic = 0
        self.first = first
        layout = .classic
    }

    /// The directory at an offset; nil if there is none. One that is cut off has the entries
    /// that are there.
    func directory(at offset: Int) throws(ByteSourceError) -> TIFFDirectory? {
        guard offset >= 8, offset <= source.count - layout.count else { return nil }
        let (head, step) = (layout.count, layout.entry)
        var bytes = try bytes(at: offset, head + step * 48 + layout.offset)
        guard let count = bytes.number(0, head), count > 0, count <= Self.entryLimit else {
            return nil
        }
        let size = head + step * count + layout.offset
        if bytes.count < size { bytes = try self.bytes(at: offset, size) }
        var entries: [TIFFDirectory.Entry] = []
        entries.reserveCapacity(count)
        let room = layout.offset
        for index in 0..<count {
            let at = head + step * index
            guard let tag = bytes.number(at, 2), let type = bytes.number(at + 2, 2),
                at + step <= bytes.count
            else { break }
            // A count or an offset that no file is large enough for.
            guard let number = bytes.number(at + 4, room),
                let value = bytes.number(at + 4 + room, room)
            else {
                // What stands in the entry itself is no offset.
                if let entry = inline(tag, type, bytes.number(at + 4, room), offset + at + 4 + room)
                {
                    entries.append(entry)
                }
                continue
            }
            let entry = TIFFDirectory.Entry(tag: tag, type: type, count: number, offset: value)
            guard let size = entry.size else { continue }
            entries.append(
                size > room
                    ? entry
                    : TIFFDirectory.Entry(
                        tag: tag, type: type, count: number, offset: offset + at + 4 + room))
        }
        return TIFFDirectory(
            offset: offset, entries: entries, next: bytes.number(size - room, room) ?? 0)
    }

    /// An entry of eight bytes or less whose bytes would be too large for an offset.
    private func inline(_ tag: Int, _ type: Int, _ count: Int?, _ offset: Int) -> TIFFDirectory
        .Entry?
    {
        guard let count else { return nil }
        let entry = TIFFDirectory.Entry(tag: tag, type: type, count: count, offset: offset)
        return entry.size.map { $0 <= layout.offset } == true ? entry : nil
    }

    /// The first directory, the chain behind it, and the directories below each: every one once.
    func directories() throws(ByteSourceError) -> [TIFFDirectory] {
        var result: [TIFFDirectory] = []
        var waiting = [first]
        while let offset = waiting.popLast(), result.count < Self.directoryLimit {
            guard !result.contains(where: { $0.offset == offset }),
                let directory = try directory(at: offset)
            else { continue }
            result.append(directory)
            if directory.next != 0 { waiting.append(directory.next) }
            if let below = directory[TIFFTag.subDirectories] {
                waiting += try numbers(below, limit: 16).reversed()
            }
        }
        return result
    }

    /// A value's bytes; nil if it leaves the source or is larger than a limit.
    func value(
        _ entry: TIFFDirectory.Entry, limit: Int
    ) throws(ByteSourceError) -> [UInt8]? {
        guard let size = entry.size, size > 0, size <= limit, entry.offset <= source.count - size
        else { return nil }
        let bytes = try window.exactly(entry.offset..<entry.offset + size)
        return bytes.count == size ? bytes : nil
    }

    /// The numbers of an integer field, no more than a limit.
    func numbers(
        _ entry: TIFFDirectory.Entry, limit: Int
    ) throws(ByteSourceError) -> [Int] {
        guard let size = entry.numberSize else { return [] }
        let bytes = try bytes(at: entry.offset, size * min(entry.count, limit))
        return (0..<bytes.count / size).compactMap { bytes.number($0 * size, size) }
    }

    /// The first number of an integer field of a directory.
    func number(_ tag: Int, of directory: TIFFDirectory) throws(ByteSourceError) -> Int? {
        guard let entry = directory[tag] else { return nil }
        return try numbers(entry, limit: 1).first
    }

    private func bytes(at offset: Int, _ count: Int) throws(ByteSourceError) -> Octets {
        guard offset >= 0, offset < source.count else { return Octets([]) }
        return Octets(
            try window.exactly(offset..<min(source.count, offset + count)),
            littleEndian: littleEndian)
    }
}
