/// Makes small HEIF files box by box.
struct HEIFBuilder {
    var ilocVersion = 1
    /// Whether the EXIF item's data lie in `idat`.
    var isInline = false
    /// Whether the EXIF item's data are a part of another item's (construction method 2).
    var isBorrowed = false
    /// Properties of the picture: irot's and imir's boxes in order.
    var turns: [[UInt8]] = []
    var exif: [UInt8] = []
    var xmp: [UInt8] = []
    /// What the XMP item describes: 1 is the picture.
    var xmpDescribes = 1
    var picture = [UInt8](repeating: 7, count: 5_000)

    static func word(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        word(content.count + 8, 4) + Array(type.utf8) + content
    }

    static func full(_ type: String, _ version: Int, _ content: [UInt8]) -> [UInt8] {
        box(type, word(version << 24, 4) + content)
    }

    private var isWide: Bool { ilocVersion == 2 }

    private func entry(_ id: Int, _ type: String, _ rest: String) -> [UInt8] {
        Self.full(
            "infe", isWide ? 3 : 2,
            Self.word(id, isWide ? 4 : 2) + [0, 0] + Array(type.utf8) + Array(rest.utf8))
    }

    private func location(_ id: Int, _ method: Int, _ offset: Int, _ length: Int) -> [UInt8] {
        Self.word(id, isWide ? 4 : 2) + (ilocVersion > 0 ? Self.word(method, 2) : []) + [0, 0]
            + Self.word(1, 2) + Self.word(offset, 4) + Self.word(length, 4)
    }

    /// What stands before the EXIF item in the item that it is borrowed from.
    private var lentBefore: [UInt8] { isBorrowed ? [9, 9, 9] : [] }

    private var borrowed: (info: [[UInt8]], reference: [UInt8]) {
        guard isBorrowed else { return ([], []) }
        return (
            [entry(4, "priv", "\0")],
            Self.box("iloc", Self.word(2, 2) + Self.word(1, 2) + Self.word(4, 2))
        )
    }

    private func meta(dataAt start: Int) -> [UInt8] {
        let exifItem = Self.word(6, 4) + Array("Exif\0\0".utf8) + exif
        let stored = lentBefore.count + exifItem.count
        let infos =
            [
                entry(1, "hvc1", "\0"), entry(2, "Exif", "\0"),
                entry(3, "mime", "\0application/rdf+xml\0"),
            ] + borrowed.info
        let exifAt = isInline ? 0 : start + picture.count
        let locations =
            location(1, 0, start, picture.count)
            + (isBorrowed
                ? location(2, 2, lentBefore.count, exifItem.count)
                : location(2, isInline ? 1 : 0, exifAt, exifItem.count))
            + location(3, 0, start + picture.count + (isInline ? 0 : stored), xmp.count)
            + (isBorrowed ? location(4, 0, exifAt, stored) : [])
        let numbers = (0...turns.count).map { UInt8($0 + 1) | 0x80 }
        let properties =
            Self.full("ispe", 0, Self.word(40, 4) + Self.word(30, 4)) + turns.flatMap { $0 }
        let association = Self.word(1, 4) + Self.word(1, 2) + [UInt8(numbers.count)] + numbers
        return Self.full(
            "meta", 0,
            Self.full("hdlr", 0, Self.word(0, 4) + Array("pict".utf8) + Self.word(0, 13))
                + Self.full("pitm", 0, Self.word(1, 2))
                + Self.full("iinf", 0, Self.word(infos.count, 2) + infos.flatMap { $0 })
                + Self.full(
                    "iref", 0,
                    Self.box("cdsc", Self.word(2, 2) + Self.word(1, 2) + Self.word(1, 2))
                        + Self.box(
                            "cdsc", Self.word(3, 2) + Self.word(1, 2) + Self.word(xmpDescribes, 2))
                        + borrowed.reference)
                + Self.box("iprp", Self.box("ipco", properties) + Self.full("ipma", 0, association))
                + Self.full(
                    "iloc", ilocVersion,
                    [0x44, 0x00] + Self.word(infos.count, isWide ? 4 : 2) + locations)
                + (isInline ? Self.box("idat", exifItem) : []))
    }

    /// The file: the items' data lie at its end.
    var bytes: [UInt8] {
        let brand = Self.box("ftyp", Array("mif1\0\0\0\0mif1heic".utf8))
        let start = brand.count + meta(dataAt: 0).count + 8
        let exifItem =
            isInline ? [] : lentBefore + Self.word(6, 4) + Array("Exif\0\0".utf8) + exif
        return brand + meta(dataAt: start) + Self.box("mdat", picture + exifItem + xmp)
    }
}
