/// Makes small raw files of each maker's kind: the directories, a story, a JPEG as preview, and
/// some bytes in place of the camera's raw data.
public struct RawFileBuilder: Sendable {
    /// The raw formats that are read, by their usual extensions.
    public enum Kind: String, CaseIterable, Sendable {
        case arw, cr2, cr3, dng, nef, orf, pef, raf, rw2
    }

    /// Which format.
    public var kind: Kind
    /// The preview: any JPEG.
    public var jpeg: [UInt8]
    /// EXIF's orientation of the picture.
    public var orientation = 6
    /// Pixels across and down of the raw picture.
    public var size = (width: 6_000, height: 4_000)

    /// A builder of a file around a preview.
    public init(_ kind: Kind, jpeg: [UInt8]) {
        self.kind = kind
        self.jpeg = jpeg
    }

    /// The file.
    public var bytes: [UInt8] {
        switch kind {
        case .raf: raf
        case .cr3: cr3
        default: tiff
        }
    }

    // MARK: Fields

    private typealias Entry = (tag: Int, type: Int, count: Int, value: [UInt8])

    private static func little(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func big(_ value: Int, _ size: Int) -> [UInt8] {
        little(value, size).reversed()
    }

    private func short(_ tag: Int, _ value: Int) -> Entry { (tag, 3, 1, Self.little(value, 2)) }
    private func long(_ tag: Int, _ value: Int) -> Entry { (tag, 4, 1, Self.little(value, 4)) }
    private func raw(_ tag: Int, _ type: Int, _ value: [UInt8]) -> Entry {
        (tag, type, value.count, value)
    }
    private func text(_ tag: Int, _ text: String) -> Entry { raw(tag, 2, Array(text.utf8) + [0]) }
    private func rationals(_ tag: Int, _ values: [(Int, Int)]) -> Entry {
        (tag, 5, values.count, values.flatMap { Self.little($0.0, 4) + Self.little($0.1, 4) })
    }

    private func directory(_ entries: [Entry], at offset: Int, next: Int = 0) -> [UInt8] {
        var head = Self.little(entries.count, 2)
        var values: [UInt8] = []
        let start = offset + 6 + 12 * entries.count
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            head += Self.little(entry.tag, 2) + Self.little(entry.type, 2)
            head += Self.little(entry.count, 4)
            if entry.value.count <= 4 {
                head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                head += Self.little(start + values.count, 4)
                values += entry.value + (entry.value.count % 2 == 1 ? [0] : [])
            }
        }
        return head + Self.little(next, 4) + values
    }

    private var make: String {
        switch kind {
        case .arw: "SONY"
        case .cr2, .cr3: "Canon"
        case .dng: "Leica Camera AG"
        case .nef: "NIKON CORPORATION"
        case .orf: "OLYMPUS CORPORATION"
        case .pef: "RICOH IMAGING COMPANY, LTD."
        case .raf: "FUJIFILM"
        case .rw2: "Panasonic"
        }
    }

    private var image: [Entry] {
        [
            text(0x010E, "Above the barn"), text(0x010F, make), text(0x0110, "Camera 1"),
            short(0x0112, orientation),
        ]
    }

    private var exif: [Entry] {
        [
            text(0x9003, "2024:05:01 10:22:33"), text(0x9011, "+02:00"), text(0x9291, "12"),
            text(0xA434, "Lens 50mm"),
        ]
    }

    private var gps: [Entry] {
        [
            raw(0, 1, [2, 3, 0, 0]), text(1, "N"), rationals(2, [(48, 1), (30, 1), (0, 1)]),
            text(3, "E"), rationals(4, [(8, 1), (15, 1), (0, 1)]), raw(5, 1, [0]),
            rationals(6, [(351, 10)]), text(0x10, "T"), rationals(0x11, [(1205, 10)]),
        ]
    }

    /// The packet that tells the rest of the story.
    public static let packet = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta \
        xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><dc:title><rdf:Alt>\
        <rdf:li xml:lang="x-default">Red kite</rdf:li></rdf:Alt></dc:title><dc:subject><rdf:Bag>\
        <rdf:li>bird</rdf:li><rdf:li>Milvus milvus</rdf:li></rdf:Bag></dc:subject>\
        <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Anna</rdf:li></rdf:Bag>\
        </Iptc4xmpExt:PersonInImage></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
        """

    // MARK: Built like TIFF

    private struct Places {
        var exif = 0, gps = 0, second = 0, jpeg = 0, raw = 0, note = 0
    }

    private static let rawData = [UInt8](repeating: 5, count: 3_000)

    private var header: [UInt8] {
        switch kind {
        case .orf: Array("IIRO".utf8) + [8, 0, 0, 0]
        case .rw2: [0x49, 0x49, 0x55, 0, 8, 0, 0, 0]
        case .cr2: [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0] + Array("CR".utf8) + [2, 0, 0, 0, 0, 0]
        default: [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
        }
    }

    private var tiff: [UInt8] {
        var places = Places()
        // The second time every place is known.
        _ = assembled(&places)
        return assembled(&places)
    }

    private func assembled(_ places: inout Places) -> [UInt8] {
        var first =
            image + [long(0x8769, places.exif), long(0x8825, places.gps)]
            + [raw(0x02BC, 1, Array(Self.packet.utf8))]
        let pixels = [long(0x0100, size.width), long(0x0101, size.height)]
        let strip = [long(0x0111, places.raw), long(0x0117, Self.rawData.count)]
        let pointer = [long(0x0201, places.jpeg), long(0x0202, jpeg.count)]
        var second: [Entry] = []
        var note: [Entry] = []
        var chained = false
        switch kind {
        case .cr2:
            first +=
                pixels + [short(0x0103, 6), long(0x0111, places.jpeg), long(0x0117, jpeg.count)]
        case .dng:
            first += pixels + strip + [raw(0xC612, 1, [1, 4, 0, 0]), short(0x0106, 32_803)]
            first.append(long(0x014A, places.second))
            second = [long(0x00FE, 1), short(0x0103, 7), short(0x0106, 6)]
            second += [long(0x0111, places.jpeg), long(0x0117, jpeg.count)]
        case .nef:
            first += pixels + strip + [short(0x0106, 32_803), long(0x014A, places.second)]
            second = [long(0x00FE, 1), short(0x0103, 6)] + pointer
        case .arw:
            first += pixels + strip + [short(0x0103, 32_767)] + pointer
        case .pef:
            first += pixels + strip + [short(0x0106, 32_803)]
            second = [short(0x0103, 6)] + pointer
            chained = true
        case .orf:
            first += pixels + strip
            note = [raw(0x927C, 7, olympusNote(previewAt: places.jpeg - places.note))]
        case .rw2:
            first += [short(0x04, 0), short(0x05, 0), short(0x06, size.height)]
            first += [short(0x07, size.width), long(0x0118, places.raw), raw(0x2E, 7, jpeg)]
        case .raf, .cr3: break
        }
        var result = header
        result += directory(first, at: result.count, next: chained ? places.second : 0)
        places.exif = result.count
        result += directory(exif + note, at: result.count)
        places.gps = result.count
        result += directory(gps, at: result.count)
        places.second = result.count
        if !second.isEmpty { result += directory(second, at: result.count) }
        places.jpeg = result.count
        if kind != .rw2 { result += jpeg }
        places.raw = result.count
        places.note = Self.index(of: Array("OLYMPUS\0".utf8), in: result) ?? 0
        return result + Self.rawData
    }

    /// Olympus's maker note: a directory with one below it, both counted from the note's
    /// beginning.
    private func olympusNote(previewAt offset: Int) -> [UInt8] {
        let head = Array("OLYMPUS\0II".utf8) + [3, 0]
        let main = directory([(0x2020, 13, 1, Self.little(head.count + 18, 4))], at: head.count)
        let settings = directory(
            [long(0x0100, 1), long(0x0101, max(0, offset)), long(0x0102, jpeg.count)],
            at: head.count + main.count)
        return head + main + settings
    }

    private static func index(of wanted: [UInt8], in bytes: [UInt8]) -> Int? {
        (0..<max(0, bytes.count - wanted.count)).last {
            bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }

    /// A block of the story for a JPEG or a box: the header and the directories alone.
    private var block: [UInt8] {
        var places = Places()
        func make() -> [UInt8] {
            var result: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
            result += directory(
                image + [long(0x8769, places.exif), long(0x8825, places.gps)], at: 8)
            places.exif = result.count
            result += directory(exif, at: result.count)
            places.gps = result.count
            return result + directory(gps, at: result.count)
        }
        _ = make()
        return make()
    }

    // MARK: Fujifilm

    private var raf: [UInt8] {
        func segment(_ body: [UInt8]) -> [UInt8] {
            [0xFF, 0xE1] + Self.big(body.count + 2, 2) + body
        }
        let inner =
            Array(jpeg.prefix(2)) + segment(Array("Exif\0\0".utf8) + block)
            + segment(Array("http://ns.adobe.com/xap/1.0/\0\(Self.packet)".utf8))
            + Array(jpeg.dropFirst(2))
        let facts =
            Self.big(1, 4) + Self.big(0x0111, 2) + Self.big(4, 2) + Self.big(size.height, 2)
            + Self.big(size.width, 2)
        var head = Array("FUJIFILMCCD-RAW 0201FF000000Camera 1".utf8)
        head += [UInt8](repeating: 0, count: 84 - head.count)
        let start = 160
        head += Self.big(start, 4) + Self.big(inner.count, 4)
        head += Self.big(start + inner.count, 4) + Self.big(facts.count, 4)
        head += Self.big(start + inner.count + facts.count, 4) + Self.big(Self.rawData.count, 4)
        head += [UInt8](repeating: 0, count: start - head.count)
        return head + inner + facts + Self.rawData
    }

    // MARK: Canon's boxes

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Self.big(content.count + 8, 4) + Array(type.utf8) + content
    }

    private func structure(_ entries: [Entry]) -> [UInt8] {
        [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + directory(entries, at: 8)
    }

    private static let canon: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
        0x48,
    ]
    private static let xmp: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
        0xAC,
    ]

    private var cr3: [UInt8] {
        let start = box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
        let pixels = [long(0x0100, size.width), long(0x0101, size.height)]
        let metadata = box(
            "uuid",
            Self.canon + box("CMT1", structure(image + pixels)) + box("CMT2", structure(exif))
                + box("CMT4", structure(gps)))
        let packet = box("uuid", Self.xmp + Array(Self.packet.utf8))
        func moov(_ offset: Int) -> [UInt8] {
            let table =
                box("stsz", Self.big(0, 4) + Self.big(jpeg.count, 4) + Self.big(1, 4))
                + box("co64", Self.big(0, 4) + Self.big(1, 4) + Self.big(offset, 8))
            let track = box("trak", box("mdia", box("minf", box("stbl", table))))
            return box("moov", metadata + track)
        }
        let offset = start.count + moov(0).count + packet.count + 8
        return start + moov(offset) + packet + box("mdat", jpeg + Self.rawData)
    }
}
