import PhotoRecords

/// What the `meta` box of a HEIF or AVIF file says of its items (ISO/IEC 14496-12 §8.11,
/// ISO/IEC 23008-12 §6 and §9).
struct HEIFItems {
    /// An item: what kind of data it is.
    struct Item {
        var type: String
        var contentType: String
    }

    /// A piece of an item's data.
    struct Extent {
        var offset: Int
        /// 0 for all there is.
        var length: Int
        /// Of the items that are referred to, the one that the piece lies in, from 1; 0 where
        /// nothing says so. For method 2 alone.
        var index = 0
    }

    /// Where an item's data lie.
    struct Location {
        /// 0: in the file; 1: in the `idat` box; 2: in another item.
        var method: Int
        /// Whether the data lie in another file.
        var isElsewhere: Bool
        var extents: [Extent]
    }

    /// A reference of one item to others.
    struct Reference {
        var type: String
        var from: Int
        var to: [Int]
    }

    /// The item that is the picture.
    private(set) var primary: Int?
    /// The items in the order in which they stand.
    private(set) var items: [(id: Int, item: Item)] = []
    private(set) var locations: [Int: Location] = [:]
    private(set) var references: [Reference] = []
    /// The contents of `ipco`'s boxes, in order.
    private(set) var properties: [(type: String, content: Octets)] = []
    /// The numbers of the properties of an item, from 1, in the order in which they apply.
    private(set) var associations: [Int: [Int]] = [:]
    /// Where the `idat` box's content lies in the file.
    private(set) var inline: Range<Int>?
    private(set) var isDamaged = false

    private static let metaLimit = 16 << 20
    private static let listLimit = 1 << 16

    /// Reads the content of a `meta` box at a range of a file.
    init(in source: any ByteSource, _ range: Range<Int>) throws(ByteSourceError) {
        let range = range.prefix(Self.metaLimit)
        let meta = MemorySource(try source.read(range))
        // A full box (§4.2): version and flags. QUIRK: QuickTime's `meta` has none.
        let start = Octets(meta.read(0..<8)).fourCC(4) == "hdlr" ? 0 : 4
        let list = try ISOBox.list(in: meta, min(start, meta.count)..<meta.count)
        isDamaged = list.isCut || list.isTooLong
        for box in list.boxes {
            let content = Octets(meta.read(box.content))
            switch box.type {
            case "pitm": primary = content.number(4, content.number(0, 1) == 0 ? 2 : 4)
            case "iinf": try readInfo(meta, box.content)
            case "iloc": readLocations(content)
            case "iref": try readReferences(meta, box.content)
            case "iprp": try readProperties(meta, box.content)
            case "idat":
                inline =
                    range.lowerBound + box.content.lowerBound..<range.lowerBound
                    + box.content.upperBound
            default: continue
            }
        }
    }

    /// `iinf` and its `infe` (§8.11.6).
    private mutating func readInfo(
        _ meta: MemorySource, _ range: Range<Int>
    ) throws(ByteSourceError) {
        let version = Octets(meta.read(range.prefix(1))).number(0, 1) ?? 0
        let start = range.lowerBound + (version == 0 ? 6 : 8)
        guard start <= range.upperBound else { return isDamaged = true }
        let list = try ISOBox.list(in: meta, start..<range.upperBound)
        if list.isCut || list.isTooLong { isDamaged = true }
        for box in list.boxes where box.type == "infe" {
            let content = Octets(meta.read(box.content))
            let version = content.number(0, 1) ?? 0
            let idSize = version == 3 ? 4 : 2
            guard let id = content.number(4, idSize) else { continue }
            var offset = 4 + idSize + 2
            var item = Item(type: "", contentType: "")
            if version >= 2 {
                item.type = content.fourCC(offset)
                offset += 4
            }
            _ = content.terminated(&offset)
            if version < 2 || item.type == "mime" {
                item.contentType = content.terminated(&offset) ?? ""
            }
            items.append((id, item))
        }
    }

    /// `iloc`, versions 0 to 2 (§8.11.3).
    private mutating func readLocations(_ content: Octets) {
        guard let version = content.number(0, 1), version <= 2, let sizes = content.number(4, 2)
        else { return isDamaged = true }
        let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        let idSize = version < 2 ? 2 : 4
        var at = 6
        func next(_ size: Int) -> Int? {
            defer { at += size }
            return content.number(at, size)
        }
        guard
            [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }),
            let count = next(idSize)
        else { return isDamaged = true }
        var extentsLeft = Self.listLimit
        for _ in 0..<min(count, Self.listLimit) {
            guard let id = next(idSize), let method = version == 0 ? 0 : next(2),
                let reference = next(2), let base = next(baseSize), let extents = next(2),
                extents <= extentsLeft
            else { return isDamaged = true }
            extentsLeft -= extents
            var location = Location(
                method: method & 15, isElsewhere: reference != 0, extents: [])
            for _ in 0..<extents {
                guard let index = next(indexSize), let offset = next(offsetSize),
                    let length = next(lengthSize)
                else { return isDamaged = true }
                let (start, overflow) = base.addingReportingOverflow(offset)
                guard !overflow, start < 1 << 62 else { return isDamaged = true }
                location.extents.append(Extent(offset: start, length: length, index: index))
            }
            if locations[id] == nil { locations[id] = location }
        }
    }

    /// `iref` (§8.11.12).
    private mutating func readReferences(
        _ meta: MemorySource, _ range: Range<Int>
    ) throws(ByteSourceError) {
        guard range.count >= 4 else { return }
        let idSize = meta.read(range.prefix(1)) == [0] ? 2 : 4
        let list = try ISOBox.list(in: meta, range.lowerBound + 4..<range.upperBound)
        if list.isCut || list.isTooLong { isDamaged = true }
        for box in list.boxes {
            let content = Octets(meta.read(box.content))
            guard let from = content.number(0, idSize), let count = content.number(idSize, 2)
            else { continue }
            let to = (0..<count).compactMap { content.number(idSize + 2 + $0 * idSize, idSize) }
            references.append(Reference(type: box.type, from: from, to: to))
        }
    }

    /// `iprp`: `ipco` and `ipma` (ISO/IEC 23008-12 §9.3).
    private mutating func readProperties(
        _ meta: MemorySource, _ range: Range<Int>
    ) throws(ByteSourceError) {
        for box in try ISOBox.list(in: meta, range).boxes {
            if box.type == "ipco" {
                for property in try ISOBox.list(in: meta, box.content).boxes {
                    // Of a property no more is read than its first numbers.
                    let content = Octets(meta.read(property.content.prefix(16)))
                    properties.append((property.type, content))
                }
            } else if box.type == "ipma" {
                readAssociations(Octets(meta.read(box.content)))
            }
        }
    }

    private mutating func readAssociations(_ content: Octets) {
        guard let head = content.number(0, 4), let count = content.number(4, 4) else { return }
        let idSize = head >> 24 == 0 ? 2 : 4
        let size = head & 1 == 1 ? 2 : 1
        var at = 8
        for _ in 0..<min(count, Self.listLimit) {
            guard let id = content.number(at, idSize), let number = content.number(at + idSize, 1)
            else { return isDamaged = true }
            at += idSize + 1
            for _ in 0..<number {
                guard let entry = content.number(at, size) else { return isDamaged = true }
                at += size
                // The highest bit says whether the property is essential.
                associations[id, default: []].append(entry & (size == 2 ? 0x7FFF : 0x7F))
            }
        }
    }
}
