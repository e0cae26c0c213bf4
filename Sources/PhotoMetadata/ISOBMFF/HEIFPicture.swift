import OutputText
import PhotoRecords

/// The picture among the items of a HEIF or AVIF file: its size, how it is shown, its data.
struct HEIFPicture {
    private let items: HEIFItems
    private let fileSize: Int

    private static let tileLimit = 4_096
    // Of all tiles together: many may name the same item.
    private static let extentLimit = 1 << 17

    init(_ items: HEIFItems, fileSize: Int) {
        self.items = items
        self.fileSize = fileSize
    }

    /// The ranges of the file that hold an item's data; nil if they lie elsewhere.
    func extents(of id: Int) -> [(offset: Int, length: Int)]? {
        extents(of: id, mayBorrow: true)
    }

    private func extents(of id: Int, mayBorrow: Bool) -> [(offset: Int, length: Int)]? {
        guard let location = items.locations[id], !location.isElsewhere else { return nil }
        let base: Range<Int>
        switch location.method {
        case 0: base = 0..<fileSize
        case 1:
            guard let inline = items.inline else { return nil }
            base = inline
        case 2 where mayBorrow: return borrowed(id, location)
        default: return nil
        }
        return location.extents.compactMap { extent in
            // A length of 0 is all there is (§8.11.3.3).
            let length = extent.length > 0 ? extent.length : max(0, base.count - extent.offset)
            let (offset, overflow) = base.lowerBound.addingReportingOverflow(extent.offset)
            return overflow ? nil : (offset, length)
        }
    }

    // What was met borrows one piece of one item; more is a puzzle made to keep us busy.
    private static let borrowedPieces = 16
    private static let lentPieces = 1_024

    /// The ranges of an item whose data are parts of other items' data: those that its references
    /// of type `iloc` name (ISO/IEC 14496-12 §8.11.3.1, construction method 2).
    private func borrowed(
        _ id: Int, _ location: HEIFItems.Location
    ) -> [(offset: Int, length: Int)]? {
        guard location.extents.count <= Self.borrowedPieces,
            let lenders = items.references.first(where: { $0.type == "iloc" && $0.from == id })?.to
        else { return nil }
        var result: [(offset: Int, length: Int)] = []
        for extent in location.extents {
            let number = max(extent.index, 1) - 1
            guard number < lenders.count,
                items.locations[lenders[number]].map({ $0.extents.count <= Self.lentPieces })
                    ?? false,
                let whole = extents(of: lenders[number], mayBorrow: false)
            else { return nil }
            result += Self.part(of: whole, extent.offset, extent.length)
        }
        return result
    }

    /// Some bytes of data that lie in pieces.
    private static func part(
        of pieces: [(offset: Int, length: Int)], _ offset: Int, _ length: Int
    ) -> [(offset: Int, length: Int)] {
        var (skip, left) = (offset, length > 0 ? length : Int.max)
        var result: [(offset: Int, length: Int)] = []
        for piece in pieces where left > 0 {
            guard skip < piece.length else {
                skip -= piece.length
                continue
            }
            let taken = min(piece.length - skip, left)
            result.append((piece.offset + skip, taken))
            left -= taken
            skip = 0
        }
        return result
    }

    private var properties: [(type: String, content: Octets)] {
        guard let primary = items.primary else { return [] }
        return (items.associations[primary] ?? []).compactMap { number in
            number >= 1 && number <= items.properties.count ? items.properties[number - 1] : nil
        }
    }

    /// Pixels across and down before the picture is turned: `ispe` (ISO/IEC 23008-12 §6.5.3).
    var size: (width: Int, height: Int)? {
        guard let content = properties.first(where: { $0.type == "ispe" })?.content,
            let width = content.number(4, 4), let height = content.number(8, 4)
        else { return nil }
        return (width, height)
    }

    /// How the picture is shown, in EXIF's numbers: `irot` and `imir` in the order in which they
    /// stand (ISO/IEC 23008-12 §6.5.10, §6.5.12).
    ///
    /// Readers must apply these and ignore EXIF's orientation, which says once more what was
    /// done already, or what the camera would have said in a JPEG (ISO/IEC 23000-22 §7.3.6.7).
    var orientation: Int {
        var point = RegionPoint(x: 0.1, y: 0.3)
        let start = point
        func turned(_ point: RegionPoint, _ orientation: Int) -> RegionPoint {
            RegionFrame(width: nil, height: nil, orientation: orientation).displayed(point)
        }
        for (type, content) in properties {
            guard let value = content.number(0, 1) else { continue }
            // irot turns against the clock by quarters; imir exchanges top and bottom (0) or
            // left and right (1).
            if type == "irot" { point = turned(point, [1, 8, 3, 6][value & 3]) }
            if type == "imir" { point = turned(point, value & 1 == 0 ? 4 : 2) }
        }
        func isSame(_ orientation: Int) -> Bool {
            let other = turned(start, orientation)
            return abs(other.x - point.x) < 1e-6 && abs(other.y - point.y) < 1e-6
        }
        return (1...8).first(where: isSame) ?? 1
    }

    /// Kinds of items whose data are compressed to a length that follows the content: HEVC, AVC,
    /// VVC, EVC, AV1, JPEG, JPEG 2000, JPEG XL. What is not among them may be uncompressed (`unci`,
    /// ISO/IEC 23001-17).
    private static let codes: Set<String> = [
        "hvc1", "lhv1", "hvt1", "avc1", "vvc1", "evc1", "av01", "jpeg", "j2k1", "jxl ",
    ]

    /// The data of the picture; of one that is put together from others, those of its parts.
    var data: EncodedPicture { data(depth: Self.depthLimit) }

    /// What earlier versions took for the data: of parts that are put together themselves no more
    /// than how. Nil where that is all.
    var formerData: EncodedPicture? {
        let former = data(depth: 1)
        return former.length == data.length ? nil : former
    }

    private static let depthLimit = 4
    private static let derived: Set<String> = ["grid", "iovl", "iden", "tmap"]

    private func data(depth: Int) -> EncodedPicture {
        var picture = EncodedPicture(fileSize: fileSize)
        guard let primary = items.primary else { return picture }
        var types: [Int: String] = [:]
        for (id, item) in items.items where types[id] == nil { types[id] = item.type }
        var parts: [Int: [Int]] = [:]
        for reference in items.references
        where reference.type == "dimg" && parts[reference.from] == nil {
            parts[reference.from] = Array(reference.to.prefix(Self.tileLimit))
        }
        var (extentsLeft, itemsLeft) = (Self.extentLimit, 2 * Self.tileLimit)
        func add(_ id: Int, _ depth: Int) {
            let extents = extents(of: id) ?? []
            extentsLeft -= extents.count
            itemsLeft -= 1
            guard extentsLeft >= 0, itemsLeft >= 0 else { return }
            for (offset, length) in extents { picture.add(offset, length) }
            let type = types[id] ?? ""
            guard Self.derived.contains(type) else {
                if !Self.codes.contains(type) { picture.isPlain = true }
                return
            }
            if depth > 0 { for part in parts[id] ?? [] { add(part, depth - 1) } }
        }
        add(primary, depth)
        return picture
    }

    /// The items of a kind that describe the picture, in the order in which they stand.
    ///
    /// - Parameter orphans: whether those count that say of nothing what they describe, or of
    ///   something else, if none describes the picture. Depth maps and gain maps have XMP of
    ///   their own, which is none of the picture's.
    func describing(orphans: Bool, _ isWanted: (HEIFItems.Item) -> Bool) -> [Int] {
        let wanted = items.items.filter { isWanted($0.item) }.map(\.id)
        var describes: Set<Int> = []
        var describesPicture: Set<Int> = []
        for reference in items.references where reference.type == "cdsc" {
            describes.insert(reference.from)
            if let primary = items.primary, reference.to.contains(primary) {
                describesPicture.insert(reference.from)
            }
        }
        let own = wanted.filter(describesPicture.contains)
        if !own.isEmpty { return own }
        return orphans ? wanted : wanted.filter { !describes.contains($0) }
    }
}
