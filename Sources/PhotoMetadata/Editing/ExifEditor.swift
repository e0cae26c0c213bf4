/// Changes fields of an EXIF block in place (TIFF 6.0 §2): every value that is not changed stays
/// at its offset, so that maker notes, which count offsets from the block's beginning, hold.
///
/// A value that does not fit where the former one was, and a directory that needs a further
/// entry, move to the end of the block. What they leave is blanked.
struct ExifEditor {
    /// The block from its byte order on, without `Exif\0\0`.
    private(set) var bytes: [UInt8]
    private let littleEndian: Bool
    private var extents: [Range<Int>] = []
    private var free: [Range<Int>] = []

    /// What becomes of a field; `value` nil takes it away.
    struct Change {
        let tag: ExifTag
        let value: ExifWriter.Field?
    }

    private struct Entry {
        var tag: Int
        var type: Int
        var count: Int
        /// The last four bytes: the value, or where it lies.
        var value: [UInt8]
        /// Where the value lies, if it does not stand in the entry.
        var extent: Range<Int>?
    }

    private struct Directory {
        var range: Range<Int>
        var entries: [Entry]
        var next: [UInt8]
    }

    private static let entryLimit = 4_096
    private static let exifPointer = 0x8769
    private static let gpsPointer = 0x8825
    private static let pointers = [exifPointer, gpsPointer]

    /// A block; nil if it has no first directory that can be read whole.
    init?(_ tiff: [UInt8]) {
        guard tiff.count >= 14, tiff[0] == tiff[1], tiff[0] == 0x49 || tiff[0] == 0x4D else {
            return nil
        }
        bytes = tiff
        littleEndian = tiff[0] == 0x49
        guard number(2, 2) == 42, directory(at: number(4, 4)) != nil else { return nil }
        survey()
    }

    // MARK: Reading

    private func number(_ offset: Int, _ size: Int) -> Int {
        guard offset >= 0, offset + size <= bytes.count else { return 0 }
        var value = 0
        for index in 0..<size {
            let at = littleEndian ? offset + size - 1 - index : offset + index
            value = value << 8 | Int(bytes[at])
        }
        return value
    }

    private func word(_ value: Int, _ size: Int) -> [UInt8] {
        let word = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return littleEndian ? word : word.reversed()
    }

    private func directory(at offset: Int) -> Directory? {
        guard offset >= 8, offset + 2 <= bytes.count else { return nil }
        let count = number(offset, 2)
        let end = offset + 2 + 12 * count
        guard count <= Self.entryLimit, end <= bytes.count else { return nil }
        let entries = (0..<count).map { index in
            let at = offset + 2 + 12 * index
            var entry = Entry(
                tag: number(at, 2), type: number(at + 2, 2), count: number(at + 4, 4),
                value: Array(bytes[at + 8..<at + 12]))
            let shell = TIFFDirectory.Entry(
                tag: entry.tag, type: entry.type, count: entry.count, offset: 0)
            if let size = shell.size, size > 4 {
                let start = number(at + 8, 4)
                // One that leaves the block is kept as it stands, and owns nothing.
                if start <= bytes.count - size { entry.extent = start..<start + size }
            }
            return entry
        }
        // QUIRK: TIFF 6.0 §2; the last directory may lack the offset of a next one.
        let hasNext = end + 4 <= bytes.count
        return Directory(
            range: offset..<(hasNext ? end + 4 : end), entries: entries,
            next: hasNext ? Array(bytes[end..<end + 4]) : [0, 0, 0, 0])
    }

    /// Notes every range that something known lies in.
    private mutating func survey() {
        extents = [0..<8]
        var waiting = [number(4, 4)]
        var seen: Set<Int> = []
        while let offset = waiting.popLast(), seen.count < 32 {
            guard seen.insert(offset).inserted, let found = directory(at: offset) else { continue }
            extents.append(found.range)
            waiting.append(offset == number(4, 4) ? value(of: found.next) : 0)
            var thumbnail: (start: Int?, length: Int?) = (nil, nil)
            for entry in found.entries {
                if let extent = entry.extent { extents.append(extent) }
                switch entry.tag {
                case Self.exifPointer, Self.gpsPointer, 0xA005:
                    waiting.append(value(of: entry.value))
                case 0x0201: thumbnail.start = value(of: entry.value)
                case 0x0202: thumbnail.length = value(of: entry.value)
                default: break
                }
            }
            if let start = thumbnail.start, let length = thumbnail.length,
                length > 0, start <= bytes.count - length
            {
                extents.append(start..<start + length)
            }
        }
    }

    private func value(of word: [UInt8]) -> Int {
        (littleEndian ? word.reversed() : word).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The bytes of a field in a directory, numbers in the block's order; nil if it is not there.
    private func raw(_ entry: Entry, size: Int) -> [UInt8]? {
        if let extent = entry.extent { return extent.count == size ? Array(bytes[extent]) : nil }
        return size <= 4 ? Array(entry.value.prefix(size)) : nil
    }

    private func offset(of kind: ExifDirectory) -> Int? {
        let first = number(4, 4)
        let pointer = kind == .exif ? Self.exifPointer : Self.gpsPointer
        if kind == .image { return first }
        // QUIRK: EXIF 3.0 §4.6.3; a pointer of another type leads nowhere, and so does one to a
        // directory that is another one's.
        let entries = directory(at: first)?.entries ?? []
        guard let entry = entries.first(where: { $0.tag == pointer }),
            entry.count == 1, entry.type == 4 || entry.type == 13
        else { return nil }
        let place = value(of: entry.value)
        let others = entries.filter { $0.tag != pointer && Self.pointers.contains($0.tag) }
        guard place != first, kind == .exif || !others.contains(where: { $0.value == entry.value })
        else { return nil }
        return place
    }

    /// The bytes of a value of four bytes, as they stand.
    func word(of tag: ExifTag) -> [UInt8]? {
        offset(of: tag.directory).flatMap { directory(at: $0) }?.entries
            .first { $0.tag == Int(tag.number) && $0.extent == nil }?.value
    }

    /// Whether there is a directory of a kind.
    func has(_ kind: ExifDirectory) -> Bool {
        offset(of: kind).map { directory(at: $0) != nil } ?? false
    }

    /// The tags of a directory.
    func tags(_ kind: ExifDirectory) -> [UInt16] {
        offset(of: kind).flatMap { directory(at: $0) }?.entries
            .map { UInt16(truncatingIfNeeded: $0.tag) } ?? []
    }

    // MARK: Changing

    /// Makes the changes.
    mutating func apply(_ changes: [Change]) {
        var wanted: [ExifDirectory: [Int: ExifWriter.Field?]] = [:]
        for change in changes {
            let number = Int(change.tag.number)
            wanted[change.tag.directory, default: [:]][number] = .some(change.value)
            // QUIRK: EXIF 3.0 §4.6.3; a field that stands in the other directory goes.
            switch change.tag.directory {
            case .image: wanted[.exif, default: [:]][number] = .some(nil)
            case .exif: wanted[.image, default: [:]][number] = .some(nil)
            case .gps: break
            }
        }
        for (kind, pointer) in [
            (ExifDirectory.exif, Self.exifPointer), (.gps, Self.gpsPointer),
        ] {
            guard let changes = wanted[kind] else { continue }
            let former = offset(of: kind)
            let known = former.flatMap { directory(at: $0) }
            // A directory that can't be read stays until something is to be written there.
            if former != nil, known == nil, changes.values.allSatisfy({ $0 == nil }) { continue }
            let place = rebuild(known, changes)
            if place == former { continue }
            let field = place.map { offset in
                ExifWriter.Field(
                    tag: ExifTag(.image, UInt16(pointer)), format: .long, count: 1,
                    bytes: stride(from: 24, through: 0, by: -8).map {
                        UInt8(truncatingIfNeeded: offset >> $0)
                    })
            }
            if field == nil, former == nil { continue }
            wanted[.image, default: [:]][pointer] = .some(field)
        }
        guard let changes = wanted[.image] else { return }
        if let place = rebuild(directory(at: number(4, 4)), changes) {
            bytes.replaceSubrange(4..<8, with: word(place, 4))
        }
    }

    /// Makes changes to a directory; answers where it lies then, nil if nothing is left of it.
    private mutating func rebuild(
        _ former: Directory?, _ changes: [Int: ExifWriter.Field?]
    ) -> Int? {
        var entries = former?.entries ?? []
        var isChanged = false
        for (tag, field) in changes.sorted(by: { $0.key < $1.key }) {
            let places = entries.indices.filter { entries[$0].tag == tag }
            if let field, let place = places.first {
                isChanged = set(&entries[place], to: field) || isChanged
            } else if let field {
                var entry = Entry(tag: tag, type: 0, count: 0, value: [0, 0, 0, 0])
                _ = set(&entry, to: field)
                entries.insert(entry, at: entries.firstIndex { $0.tag > tag } ?? entries.count)
                isChanged = true
            }
            // Of a field that stands there several times the first counts.
            for place in places.dropFirst(field == nil ? 0 : 1).reversed() {
                if let extent = entries[place].extent { blank(extent) }
                entries.remove(at: place)
                isChanged = true
            }
        }
        guard isChanged else { return former?.range.lowerBound }
        if entries.isEmpty {
            if let range = former?.range { blank(range) }
            return nil
        }
        let next = former?.next ?? [0, 0, 0, 0]
        let content =
            word(entries.count, 2)
            + entries.flatMap { word($0.tag, 2) + word($0.type, 2) + word($0.count, 4) + $0.value }
            + next
        if let former, content.count <= former.range.count {
            let range = former.range
            let blanks = [UInt8](repeating: 0, count: range.count - content.count)
            bytes.replaceSubrange(range, with: content + blanks)
            return range.lowerBound
        }
        if let range = former?.range { blank(range) }
        return place(content)
    }

    /// Gives an entry another value; answers whether it had another one.
    private mutating func set(_ entry: inout Entry, to field: ExifWriter.Field) -> Bool {
        let value = ordered(field)
        if entry.type == field.format.rawValue, entry.count == field.count,
            raw(entry, size: value.count) == value
        {
            return false
        }
        entry.type = field.format.rawValue
        entry.count = field.count
        let former = entry.extent
        entry.extent = nil
        if value.count <= 4 {
            if let former { blank(former) }
            entry.value = value + [UInt8](repeating: 0, count: 4 - value.count)
        } else if let former, value.count <= former.count, isOwn(former) {
            let blanks = [UInt8](repeating: 0, count: former.count - value.count)
            bytes.replaceSubrange(former, with: value + blanks)
            entry.value = word(former.lowerBound, 4)
        } else {
            if let former { blank(former) }
            entry.value = word(place(value), 4)
        }
        return true
    }

    /// The value in the block's byte order.
    private func ordered(_ field: ExifWriter.Field) -> [UInt8] {
        let size =
            switch field.format {
            case .short: 2
            case .long, .rational: 4
            default: 1
            }
        guard littleEndian, size > 1 else { return field.bytes }
        return stride(from: 0, to: field.bytes.count, by: size).flatMap {
            field.bytes[$0..<min($0 + size, field.bytes.count)].reversed()
        }
    }

    // MARK: Room

    /// Whether nothing else that is known lies in a range.
    private func isOwn(_ range: Range<Int>) -> Bool {
        extents.count { $0.overlaps(range) } == 1
    }

    /// Empties what nothing else lies in; it may be used again.
    private mutating func blank(_ range: Range<Int>) {
        guard isOwn(range) else { return }
        extents.removeAll { $0 == range }
        bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
        free.append(range)
    }

    /// Puts bytes where room is, on an even offset (TIFF 6.0 §2).
    private mutating func place(_ content: [UInt8]) -> Int {
        if let index = free.firstIndex(where: { range in
            range.count - range.lowerBound % 2 >= content.count
        }) {
            let range = free.remove(at: index)
            let start = range.lowerBound + range.lowerBound % 2
            bytes.replaceSubrange(start..<start + content.count, with: content)
            extents.append(start..<start + content.count)
            free.append(start + content.count..<range.upperBound)
            return start
        }
        if bytes.count % 2 == 1 { bytes.append(0) }
        let start = bytes.count
        bytes += content
        extents.append(start..<bytes.count)
        return start
    }
}
