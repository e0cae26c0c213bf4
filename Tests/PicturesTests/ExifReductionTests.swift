import Testing

@testable import Pictures

@Suite struct ExifReductionTests {
    /// A copy that is reduced, which must be whole again when that is taken back.
    private func reduced(_ jpeg: [UInt8]) -> [UInt8] {
        var reduced = jpeg
        var restored = jpeg
        _ = ExifReduction.reduce(&reduced)
        let blocks = ExifReduction.reduce(&restored)
        #expect(restored == reduced)
        ExifReduction.restore(blocks, in: &restored)
        #expect(restored == jpeg)
        return reduced
    }

    /// A JPEG's beginning with one EXIF block of these fields, 12 bytes each.
    static func head(bigEndian: Bool = true, fields: [[UInt8]], extra: [UInt8] = []) -> [UInt8] {
        let count = UInt8(fields.count)
        let tiff: [UInt8] =
            bigEndian
            ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, count] : [0x49, 0x49, 42, 0, 8, 0, 0, 0, count, 0]
        let body =
            Array("Exif".utf8) + [0, 0] + tiff + fields.flatMap { $0 } + [0, 0, 0, 0] + extra
        return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + [0xFF, 0xDA, 0, 2]
    }

    static let make: [UInt8] = [0x01, 0x0F, 0, 2, 0, 0, 0, 4, 0x41, 0x42, 0x43, 0]

    static let blocks: [([UInt8], UInt8)] = [
        (head(fields: [make, [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]]), 6),
        (head(bigEndian: false, fields: [[0x12, 0x01, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0]]), 8),
        (head(fields: [[0x01, 0x12, 0, 4, 0, 0, 0, 1, 0, 0, 0, 3]]), 3),
        (head(fields: [[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 9, 0, 0]]), 1),
        (head(fields: [make]), 1),
        (head(fields: [], extra: Array(repeating: 0xEE, count: 40)), 1),
    ]

    @Test(arguments: blocks)
    func `only the orientation is left of EXIF`(jpeg: [UInt8], orientation: UInt8) {
        let reduced = self.reduced(jpeg)
        #expect(reduced.count == jpeg.count)
        #expect(reduced.suffix(4) == jpeg.suffix(4) && reduced.prefix(6) == jpeg.prefix(6))
        let tiff = reduced.dropFirst(12).dropLast(4)
        if tiff.count >= 26 {
            #expect(tiff.dropFirst(10).first == 0x01 && tiff.dropFirst(19).first == orientation)
            #expect(tiff.dropFirst(20).allSatisfy { $0 == 0 })
        } else {
            #expect(reduced[6..<12].allSatisfy { $0 == 0 })
        }
        #expect(self.reduced(reduced) == reduced)
    }

    @Test func `a second block and one behind stray bytes are reduced too`() {
        let block = Array(Self.blocks[0].0.dropFirst(2).dropLast(4))
        let jpeg = [0xFF, 0xD8] + block + [0x12, 0x00, 0xFF, 0x00, 0xFF] + block + [0xFF, 0xD9]
        let reduced = self.reduced(jpeg)
        #expect(!reduced.contains(0x41))
        #expect(reduced.count == jpeg.count)
    }

    @Test func `other segments and what stands behind the scan are untouched`() {
        let jpeg: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 1, 2, 3, 4, 0xFF, 0xDA, 0, 2]
            + Self.blocks[0].0.dropFirst(2)
        #expect(self.reduced(jpeg) == jpeg)
    }

    @Test func `a block that ends anywhere is no harm`() {
        for block in Self.blocks {
            for length in 0...block.0.count {
                let cut = Array(block.0.prefix(length))
                #expect(self.reduced(cut).count == length)
            }
        }
    }
}
