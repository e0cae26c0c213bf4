import PhotoRecords
import Testing

@testable import PhotoMetadata

struct IPTCRecordTests {
    private func record(_ sets: [(UInt8, UInt8, [UInt8])]) -> IPTCRecord {
        let bytes = sets.flatMap { (record, number, value) -> [UInt8] in
            [0x1C, record, number, 0, UInt8(value.count)] + value
        }
        return IPTCRecord(bytes, limits: .standard)
    }

    @Test
    func `texts are decoded by the declared character set, else guessed`() {
        var utf8 = record([(1, 90, [0x1B, 0x25, 0x47]), (2, 5, Array("Grüße".utf8))])
        #expect(utf8.text(5) == "Grüße")
        var latin = record([(1, 90, [0x1B, 0x2E, 0x41]), (2, 5, [0x47, 0xFC])])
        #expect(latin.text(5) == "Gü")
        #expect(latin.findings.isEmpty)
        var undeclared = record([(2, 5, [0x93, 0x47, 0x94])])
        #expect(undeclared.text(5) == "“G”")
        #expect(undeclared.findings.map(\.code) == [.textEncodingGuessed])
    }

    @Test
    func `repeated data sets are a list, blanks are nothing`() {
        var keywords = record([(2, 25, [0x61]), (2, 25, [0x20]), (2, 25, [0x62, 0])])
        #expect(keywords.texts(25) == ["a", "b"])
    }

    @Test
    func `data sets that are cut off keep what came before`() {
        var cut = IPTCRecord(
            [0x1C, 2, 5, 0, 1, 0x41, 0x1C, 2, 120, 0x7F, 0xFF, 0x42], limits: .standard)
        #expect(cut.text(5) == "A")
        #expect(cut.findings.map(\.code) == [.iptcDamaged])
        let extended = IPTCRecord([0x1C, 2, 5, 0x80, 4, 0xFF, 0xFF, 0xFF, 0xFF], limits: .standard)
        #expect(extended.findings.map(\.code) == [.iptcDamaged])
    }
}
