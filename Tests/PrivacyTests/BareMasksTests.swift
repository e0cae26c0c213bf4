import ByteCoding
import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import Privacy

/// What strangers' masks cost where something is kept at home.
@Suite struct BareMasksTests {
    private static func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let typed = Array(type.utf8) + body
        return big(body.count) + typed + CRC32.bytes(typed)
    }

    /// A mask of grey rows of zeros, of a few thousand bytes; its pixels take `rows` million bytes.
    private static func mask(rows: Int) throws -> String {
        let raw = [UInt8](repeating: 0, count: rows * 1_000_000)
        let packed = try #require(Deflate.compress(raw))
        // Adler-32 of zeros.
        let sum = big((raw.count % 65_521) << 16 | 1)
        let png =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(49_999) + big(rows * 20) + [8, 0, 0, 0, 0])
            + chunk("IDAT", [0x78, 0xDA] + packed + sum) + chunk("IEND", [])
        return Data(png).base64EncodedString()
    }

    private static func region(_ name: String, _ png: String) -> Region {
        Region(
            name: name, shape: .mask(RegionBox(x: 0, y: 0, width: 1, height: 1), png: png))
    }

    @Test func `the masks of a record have one budget, and those beyond it stay at home`() throws {
        var record = PhotoRecord()
        record.regions = try [60, 61, 62, 1].map {
            Self.region("\($0)", try Self.mask(rows: $0))
        }
        let rules = PrivacyRules(stripped: [.camera])
        let redacted = RedactedRecord(of: record, rules)
        #expect(redacted.record.regions.map(\.name) == ["60", "61", "1"])
        #expect(redacted.withheldRegions.map(\.name) == ["62"])
        #expect(redacted.masks.decodedBytes == 122_000_000)
        let finding = try #require(redacted.findings(of: record).first)
        #expect(finding.code == .regionWithheld && finding.message.contains("“62”"))
        // What is searched once more costs nothing.
        let again = RedactedRecord(of: record, rules, masks: redacted.masks)
        #expect(again.masks.decodedBytes == redacted.masks.decodedBytes)
        #expect(again.record == redacted.record)
    }

    @Test func `one mask of many regions is decoded once, whatever is kept at home`() throws {
        let png = try Self.mask(rows: 1)
        var record = PhotoRecord()
        record.regions = (0..<200).map { Self.region("\($0)", png) }
        let redacted = RedactedRecord(
            of: record, PrivacyRules(location: .tenKilometres, stripped: [.camera]))
        #expect(redacted.record.regions.count == 200)
        #expect(redacted.masks.decodedBytes == 1_000_000)
        // Nothing is decoded of what does not leave.
        let none = RedactedRecord(of: record, PrivacyRules(stripped: [.regions]))
        #expect(none.masks.decodedBytes == 0 && none.withheldRegions.isEmpty)
    }

    @Test func `whose face cannot be verified is kept at home by name all the same`() {
        var record = PhotoRecord()
        record.keywords = ["People|Tom", "Boat"]
        record.regions = [Self.region("Tom", "no mask")]
        record.regions[0].kind = .face
        let redacted = RedactedRecord(of: record, PrivacyRules(stripped: [.people]))
        #expect(redacted.record.keywords == ["Boat"])
    }
}
