import ByteCoding
import Foundation
import PhotoRecords
import Testing

@testable import Privacy

/// A mask leaves with its pixels and nothing else, wherever a text hides in its PNG.
@Suite struct BarePNGTests {
    private static let secret = Array("at 48.16314, Asdfhausen".utf8)

    private static func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let typed = Array(type.utf8) + body
        return big(body.count) + typed + CRC32.bytes(typed)
    }

    /// Two rows of two grey pixels, in a stored block (RFC 1951 §3.2.4).
    private static let rows: [UInt8] = [0, 1, 2, 0, 3, 4]

    private static func stream(_ rows: [UInt8]) -> [UInt8] {
        var (low, high) = (1, 0)
        for byte in rows {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let length = UInt8(rows.count)
        return [0x78, 1, 1, length, 0, ~length, 0xFF] + rows + big(high << 16 | low)
    }

    private static func png(
        before: [UInt8] = [], data: [UInt8] = stream(rows), behind: [UInt8] = [],
        header: [UInt8] = []
    ) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(2) + big(2) + [8, 0, 0, 0, 0] + header) + before
            + chunk("IDAT", data) + chunk("IEND", []) + behind
    }

    /// The mask of a record as it leaves; nil where it does not.
    private static func left(_ png: [UInt8]) -> [UInt8]? {
        var record = PhotoRecord()
        let box = RegionBox(x: 0, y: 0, width: 1, height: 1)
        record.regions = [Region(shape: .mask(box, png: Data(png).base64EncodedString()))]
        var masks = BareMasks()
        let kept = UnverifiableFields.leftOut(of: record, masks: &masks).kept
        guard case .mask(_, let bare)? = kept.regions.first?.shape else { return nil }
        return Data(base64Encoded: bare).map { [UInt8]($0) }
    }

    @Test func `a mask keeps its pixels`() throws {
        let bare = try #require(Self.left(Self.png()))
        #expect(Self.left(bare) == bare)
        #expect(bare.starts(with: Self.png().prefix(33)))
    }

    @Test(arguments: ["tEXt", "prVt", "PLTE", "eXIf"])
    func `chunks that draw nothing are removed`(type: String) {
        let planted = Self.png(before: Self.chunk(type, Self.secret))
        let bare = Self.left(planted)
        #expect(bare != nil && bare == Self.left(Self.png()))
    }

    @Test func `bytes after the end are removed`() {
        let bare = Self.left(Self.png(behind: Self.secret))
        #expect(bare != nil && bare == Self.left(Self.png()))
    }

    @Test(arguments: [
        ("behind the pixels' stream", png(data: stream(rows) + secret)),
        ("behind the pixels", png(data: stream(rows + secret))),
        ("in a longer header", png(header: secret)),
        ("in the stream's checksum", png(data: stream(rows).dropLast(4) + secret.prefix(4))),
        ("in no chunk", Array(png().prefix(33)) + secret + png().dropFirst(33)),
        ("in what is no PNG", secret),
    ])
    func `a mask that holds what is not understood is withheld`(name: String, png: [UInt8]) {
        #expect(Self.left(png) == nil, "\(name)")
    }

    @Test func `an interlaced mask is understood, and one that says it is immense is not`() {
        var interlaced = Self.png(data: Self.stream([0, 1, 0, 2, 0, 3, 4]))
        interlaced[28] = 1
        interlaced.replaceSubrange(29..<33, with: CRC32.bytes(interlaced[12..<29]))
        #expect(Self.left(interlaced) != nil)
        var immense = Self.png()
        immense.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
        #expect(Self.left(immense) == nil)
    }
}
