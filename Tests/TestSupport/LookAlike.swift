/// Makes files that look alike to whoever reads no more than their ends: of one length, with the
/// same borders, and with something else in the middle.
public struct LookAlike: Sendable {
    /// A format, and a way to hold pixels in it.
    public enum Kind: String, CaseIterable, Sendable {
        // The length follows from the size.
        case tiffStrips, tiffTiles, tiffPlanes, tiffPackBits, tiffStored, dng, nef, nefPacked, arw,
            arwPacked, orf, pef, rw2, raf, cr2, pngStored, pngNoise, gifUncompressed, heifUnci,
            webPAlpha
        // It does not, but for somebody who forges it.
        case jpeg, png, gif, heic, avif, jxl, webP, cr3, tiffLZW, tiffDeflate, tiffPages

        /// Whether the length of the data follows from the picture's size.
        public var isPlain: Bool {
            switch self {
            case .jpeg, .png, .gif, .heic, .avif, .jxl, .webP, .cr3, .tiffLZW, .tiffDeflate,
                .tiffPages:
                false
            default: true
            }
        }
    }

    /// The format.
    public let kind: Kind
    /// What the middle is made of.
    public let seed: UInt64

    /// A file of a kind with a middle.
    public init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        self.seed = seed
    }

    /// The file.
    public var bytes: [UInt8] {
        switch kind {
        case .tiffStrips: tiff(pixels(200 * 100), [short(0x0103, 1)], strips: 4)
        case .tiffTiles: tiff(pixels(200 * 100), [short(0x0103, 1)], strips: 4, isTiled: true)
        case .tiffPlanes:
            tiff(pixels(200 * 100 * 3), [short(0x0103, 1), short(0x0115, 3)], strips: 3)
        case .tiffPackBits: tiff(pixels(20_200), [short(0x0103, 32_773)])
        case .tiffStored: tiff(pixels(20_020), [short(0x0103, 8)])
        case .dng: tiff(pixels(20_000), raw(1) + [(0xC612, 1, 4, [1, 4, 0, 0])])
        case .nef: tiff(pixels(20_000), raw(1) + [make("NIKON CORPORATION")])
        case .nefPacked: tiff(pixels(20_400), raw(34_713) + [make("NIKON CORPORATION")])
        case .arw: tiff(pixels(20_000), raw(1) + [make("SONY")])
        case .arwPacked: tiff(pixels(20_000), raw(32_767) + [make("SONY")])
        case .orf: tiff(pixels(40_000), raw(1) + [make("OLYMPUS")], magic: Array("IIRO".utf8))
        case .pef: tiff(pixels(20_000), raw(32_773) + [make("PENTAX")])
        case .rw2: rw2
        case .raf: raf
        case .cr2: tiff(pixels(20_000), [short(0x0103, 1)], mark: [0x43, 0x52, 2, 0, 0, 0, 0, 0])
        case .pngStored: png(stored, width: 200, height: 98)
        case .pngNoise: png([0x78, 0x9C, 0x05] + pixels(20_000), width: 200, height: 99)
        case .gifUncompressed: gif(width: 160, height: 120, data: pixels(22_000))
        case .heifUnci: heif("mif1", "unci", pixels(20_000))
        case .webPAlpha:
            webP([("ALPH", [0] + pixels(20_000)), ("VP8 ", [UInt8](repeating: 0x55, count: 6_000))])
        case .jpeg: jpeg(pixels(large))
        case .png: png([0x78, 0x9C, 0x05] + pixels(large), width: 2_000, height: 1_000)
        case .gif: gif(width: 2_000, height: 1_000, data: pixels(large))
        case .heic: heif("heic", "hvc1", pixels(large))
        case .avif: heif("avif", "av01", pixels(large))
        case .jxl: jxl
        case .webP: webP([("VP8 ", pixels(large))])
        case .cr3: cr3
        case .tiffLZW: tiff(pixels(large), [short(0x0103, 5)])
        case .tiffDeflate: tiff(pixels(large), [short(0x0103, 8)], width: 2_000)
        case .tiffPages: pages
        }
    }

    // More than is hashed whole where two files are compared.
    private var large: Int { 80_000 }

    /// Borders of 4,096 bytes, and noise between them. No byte is 0xFF, which has a meaning in
    /// JPEG.
    private func pixels(_ count: Int) -> [UInt8] {
        // Of another kind it is another picture.
        let number = UInt64(Kind.allCases.firstIndex(of: kind) ?? 0) &* 1_000 &+ seed
        var state = number &* 0x9E37_79B9_7F4A_7C15 | 1
        var bytes = [UInt8](repeating: 0x55, count: count)
        for index in min(4_096, count)..<max(4_096, count - 4_096) {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            bytes[index] = UInt8(truncatingIfNeeded: state >> 32) & 0x7F
        }
        return bytes
    }

    private func little(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private func big(_ value: Int, _ size: Int) -> [UInt8] { little(value, size).reversed() }

    // MARK: TIFF and raw files

    private typealias Entry = (tag: Int, type: Int, count: Int, value: [UInt8])

    private func short(_ tag: Int, _ value: Int) -> Entry { (tag, 3, 1, little(value, 2)) }
    private func long(_ tag: Int, _ value: Int) -> Entry { (tag, 4, 1, little(value, 4)) }
    private func make(_ name: String) -> Entry {
        (0x010F, 2, name.utf8.count + 1, Array(name.utf8) + [0])
    }
    /// A colour filter array, coded so.
    private func raw(_ compression: Int) -> [Entry] {
        [short(0x0103, compression), short(0x0106, 32_803)]
    }

    private func directory(_ entries: [Entry], at offset: Int, next: Int = 0) -> [UInt8] {
        var head = little(entries.count, 2)
        var values: [UInt8] = []
        let start = offset + 6 + 12 * entries.count
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            head += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4)
            if entry.value.count <= 4 {
                head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                head += little(start + values.count, 4)
                values += entry.value + (entry.value.count % 2 == 1 ? [0] : [])
            }
        }
        return head + little(next, 4) + values
    }

    private func tiff(
        _ data: [UInt8], _ entries: [Entry], strips: Int = 1, isTiled: Bool = false,
        width: Int = 200, magic: [UInt8] = [0x49, 0x49, 0x2A, 0], mark: [UInt8] = []
    ) -> [UInt8] {
        let header = magic + little(8 + mark.count, 4) + mark
        func all(dataAt start: Int) -> [Entry] {
            let size = data.count / strips
            let starts = (0..<strips).flatMap { little(start + $0 * size, 4) }
            let lengths = (0..<strips).flatMap { _ in little(size, 4) }
            return entries + [
                long(0x0100, width), long(0x0101, 100), short(0x0102, 8),
                (isTiled ? 0x0144 : 0x0111, 4, strips, starts),
                (isTiled ? 0x0145 : 0x0117, 4, strips, lengths),
            ]
        }
        let start = header.count + directory(all(dataAt: 0), at: header.count).count
        return header + directory(all(dataAt: start), at: header.count) + data
    }

    /// A document of two pages, of which the first is every document's cover.
    private var pages: [UInt8] {
        let cover = LookAlike(.tiffLZW, seed: 7).pixels(20_000)
        let second = pixels(large)
        func page(_ at: Int, _ length: Int) -> [Entry] {
            [
                long(0x0100, 2_000), long(0x0101, 1_000), short(0x0102, 8), short(0x0103, 5),
                long(0x0111, at), long(0x0117, length),
            ]
        }
        let size = directory(page(0, 0), at: 0).count
        let start = 8 + 2 * size
        return [0x49, 0x49, 0x2A, 0] + little(8, 4)
            + directory(page(start, cover.count), at: 8, next: 8 + size)
            + directory(page(start + cover.count, second.count), at: 8 + size) + cover + second
    }

    private var rw2: [UInt8] {
        func entries(_ start: Int) -> [Entry] {
            [
                short(0x04, 0), short(0x05, 0), short(0x06, 100), short(0x07, 200),
                short(0x2D, 4), long(0x0118, start),
            ]
        }
        let start = 8 + directory(entries(0), at: 8).count
        return [0x49, 0x49, 0x55, 0] + little(8, 4) + directory(entries(start), at: 8)
            + pixels(24_000)
    }

    private var raf: [UInt8] {
        let preview = jpeg([UInt8](repeating: 0x55, count: 500))
        let facts = big(1, 4) + big(0x0100, 2) + big(4, 2) + big(100, 2) + big(200, 2)
        let data = pixels(40_000)
        let start = 108 + preview.count
        var header = Array("FUJIFILMCCD-RAW ".utf8) + [UInt8](repeating: 0x20, count: 68)
        header += big(108, 4) + big(preview.count, 4) + big(start, 4) + big(facts.count, 4)
        header += big(start + facts.count, 4) + big(data.count, 4)
        return header + preview + facts + data
    }

    // MARK: Others

    private func jpeg(_ data: [UInt8]) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8] + big(1_000, 2) + big(2_000, 2) + [1, 1, 0x11, 0]
            + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + data + [0xFF, 0xD9]
    }

    /// A zlib stream of one stored block; its checksum is forged.
    private var stored: [UInt8] {
        let data = pixels(98 * 201)
        return [0x78, 0x01, 0x01] + little(data.count, 2) + little(~data.count, 2) + data
            + [1, 2, 3, 4]
    }

    private func png(_ data: [UInt8], width: Int, height: Int) -> [UInt8] {
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            big(content.count, 4) + Array(type.utf8) + content + [0, 0, 0, 0]
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 0, 0, 0, 0])
            + chunk("IDAT", Array(data.prefix(9_000))) + chunk("IDAT", Array(data.dropFirst(9_000)))
            + chunk("IEND", [])
    }

    private func gif(width: Int, height: Int, data: [UInt8]) -> [UInt8] {
        let size = little(width, 2) + little(height, 2)
        var bytes = Array("GIF89a".utf8) + size + [0, 0, 0] + [0x2C, 0, 0, 0, 0] + size + [0, 8]
        var rest = data[...]
        while !rest.isEmpty {
            let block = rest.prefix(255)
            bytes += [UInt8(block.count)] + block
            rest = rest.dropFirst(255)
        }
        return bytes + [0, 0x3B]
    }

    private func webP(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        var content = Array("WEBP".utf8)
        if chunks.count > 1 {
            content += Array("VP8X".utf8) + little(10, 4) + [0x10, 0, 0, 0] + little(199, 3)
            content += little(99, 3)
        }
        for (type, data) in chunks {
            content += Array(type.utf8) + little(data.count, 4) + data
            if data.count % 2 == 1 { content.append(0) }
        }
        return Array("RIFF".utf8) + little(content.count, 4) + content
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8, 4) + Array(type.utf8) + content
    }

    private func full(_ type: String, _ version: Int, _ content: [UInt8]) -> [UInt8] {
        box(type, big(version << 24, 4) + content)
    }

    private func heif(_ brand: String, _ item: String, _ data: [UInt8]) -> [UInt8] {
        let start = box("ftyp", Array((brand + "\0\0\0\0mif1" + brand).utf8))
        func meta(_ offset: Int) -> [UInt8] {
            full(
                "meta", 0,
                full("hdlr", 0, big(0, 4) + Array("pict".utf8) + big(0, 13))
                    + full("pitm", 0, big(1, 2))
                    + full(
                        "iinf", 0,
                        big(1, 2) + full("infe", 2, big(1, 2) + [0, 0] + Array(item.utf8) + [0]))
                    + box(
                        "iprp",
                        box("ipco", full("ispe", 0, big(200, 4) + big(100, 4)))
                            + full("ipma", 0, big(1, 4) + big(1, 2) + [1, 0x81]))
                    + full(
                        "iloc", 1,
                        [0x44, 0] + big(1, 2) + big(1, 2) + big(0, 2) + big(0, 2) + big(1, 2)
                            + big(offset, 4) + big(data.count, 4)))
        }
        return start + meta(start.count + meta(0).count + 8) + box("mdat", data)
    }

    private var jxl: [UInt8] {
        [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
            + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
            + box("jxlc", [0xFF, 0x0A] + pixels(large))
    }

    private var cr3: [UInt8] {
        let canon: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B,
            0x6A, 0x48,
        ]
        let facts =
            [0x49, 0x49, 0x2A, 0] + little(8, 4)
            + directory([long(0x0100, 6_000), long(0x0101, 4_000), make("Canon")], at: 8)
        return box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
            + box("moov", box("uuid", canon + box("CMT1", facts))) + box("mdat", pixels(large))
    }
}
