import Testing

@testable import Pictures

@Suite struct JPEGCutTests {
    /// What is left of a file, and its orientation.
    static func cut(
        _ file: [UInt8], _ format: PictureFormat = .jpeg
    ) -> (bytes: [UInt8], orientation: Int?) {
        var file = file
        return file.withUnsafeMutableBytes {
            let cut = MetadataCut($0, format)
            return (Array(cut.bytes), cut.orientation)
        }
    }

    /// A JPEG's beginning with one EXIF block of these fields, 12 bytes each.
    static func head(bigEndian: Bool = true, fields: [[UInt8]], extra: [UInt8] = []) -> [UInt8] {
        let body = Array("Exif".utf8) + [0, 0] + tiff(bigEndian: bigEndian, fields) + extra
        return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + [0xFF, 0xDA, 0, 2]
    }

    /// A TIFF block of one directory.
    static func tiff(bigEndian: Bool = true, _ fields: [[UInt8]]) -> [UInt8] {
        let count = UInt8(fields.count)
        return
            (bigEndian
            ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, count]
            : [0x49, 0x49, 42, 0, 8, 0, 0, 0, count, 0])
            + fields.flatMap { $0 } + [0, 0, 0, 0]
    }

    static func orientation(_ value: UInt8) -> [UInt8] {
        [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0]
    }

    static let make: [UInt8] = [0x01, 0x0F, 0, 2, 0, 0, 0, 4, 0x41, 0x42, 0x43, 0]

    static let blocks: [([UInt8], Int)] = [
        (head(fields: [make, orientation(6)]), 6),
        (head(bigEndian: false, fields: [[0x12, 0x01, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0]]), 8),
        (head(fields: [[0x01, 0x12, 0, 4, 0, 0, 0, 1, 0, 0, 0, 3]]), 3),
        (head(fields: [orientation(9)]), 1),
        (head(fields: [make]), 1),
        (head(fields: [], extra: Array(repeating: 0xEE, count: 40)), 1),
    ]

    @Test(arguments: blocks)
    func `nothing is left of EXIF, and the orientation is known`(jpeg: [UInt8], orientation: Int) {
        let cut = Self.cut(jpeg)
        #expect(cut.orientation == orientation)
        #expect(cut.bytes.count == jpeg.count)
        #expect(cut.bytes.suffix(4) == jpeg.suffix(4) && cut.bytes.prefix(2) == jpeg.prefix(2))
        #expect(cut.bytes.dropFirst(2).dropLast(4).allSatisfy { $0 == 0xFF })
    }

    @Test func `a second block and one after stray bytes go too; the first orientation counts`() {
        let block = Array(Self.blocks[0].0.dropFirst(2).dropLast(4))
        let other = Array(Self.head(fields: [Self.orientation(3)]).dropFirst(2).dropLast(4))
        let jpeg = [0xFF, 0xD8] + block + [0x12, 0x00, 0xFF, 0x00, 0xFF] + other + [0xFF, 0xD9]
        let cut = Self.cut(jpeg)
        #expect(!cut.bytes.contains(0x41) && !cut.bytes.contains(0x4D))
        #expect(cut.bytes.count == jpeg.count && cut.orientation == 6)
    }

    @Test(arguments: [
        (0xE1, "http://ns.adobe.com/xap/1.0/", false), (0xED, "Photoshop 3.0", false),
        (0xE2, "MPF", false), (0xE4, "anything", false), (0xFE, "a comment", false),
        (0xE0, "JFXX", false), (0xE2, "ICC_PROFILE", true), (0xEE, "Adobe", true),
        (0xE0, "JFIF", true),
    ])
    func `of segments only those stay that pixels need`(
        marker: UInt8, name: String, stays: Bool
    ) {
        let body = Array(name.utf8) + [0]
        let jpeg =
            [0xFF, 0xD8, 0xFF, marker, 0, UInt8(body.count + 2)] + body
            + [0xFF, 0xDB, 0, 3, 7, 0xFF, 0xDA, 0, 2, 0xFF, marker, 0, 3, 9]
        let cut = Self.cut(jpeg).bytes
        #expect((cut == jpeg) == stays)
        #expect(cut.suffix(14) == jpeg.suffix(14))
    }

    @Test func `a block that ends anywhere is no harm`() {
        for block in Self.blocks {
            for length in 0...block.0.count {
                #expect(Self.cut(Array(block.0.prefix(length))).bytes.count == length)
            }
        }
    }

    @Test func `of a colour profile no more than 255 pieces stay`() {
        let piece: [UInt8] = [0xFF, 0xE2, 0, 16] + Array("ICC_PROFILE".utf8) + [0, 1, 1]
        let jpeg =
            [0xFF, 0xD8] + Array([[UInt8]](repeating: piece, count: 300).joined()) + [
                0xFF, 0xDA, 0, 2,
            ]
        let cut = Self.cut(jpeg).bytes
        #expect(cut.prefix(2 + 255 * 18) == jpeg.prefix(2 + 255 * 18))
        #expect(cut.dropFirst(2 + 255 * 18).dropLast(4).allSatisfy { $0 == 0xFF })
        #expect(cut.suffix(4) == jpeg.suffix(4))
    }

    @Test func `stray bytes after a segment do not become a marker`() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE4, 0, 4, 7, 7, 0x12, 0xFF, 0xDA, 0, 2]
        #expect(
            Self.cut(jpeg).bytes == [
                0xFF, 0xD8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0x12, 0xFF, 0xDA, 0, 2,
            ])
    }
}
