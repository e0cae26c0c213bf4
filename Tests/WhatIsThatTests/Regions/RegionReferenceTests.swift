import OutputText
import PhotoRecords
import Testing
import WhatIsThat

@Suite("A region's reference")
struct RegionReferenceTests {
    private static let record = {
        let box = RegionShape.rectangle(RegionBox(x: 0, y: 0, width: 1, height: 1))
        var record = PhotoRecord()
        record.regions = [
            Region(id: "0192f3c4-1", name: "Kite", shape: box), Region(name: "kite", shape: box),
            Region(id: "0192f3c5-1", name: "3", shape: box), Region(name: "Barn", shape: box),
            Region(name: "Barn", shape: box),
        ]
        return record
    }()

    @Test(
        "is a number, a name, an id or the beginning of one",
        arguments: [
            ("1", 0), ("5", 4), ("Kite", 0), ("kite", 1), ("0192f3c5-1", 2), ("0192f3c4", 0),
            ("3", 2),
        ])
    func found(text: String, index: Int) throws {
        #expect(try RegionReference(text).index(in: Self.record) == index)
    }

    @Test(
        "is refused where it names none or several",
        arguments: [
            ("0", WitError.Code.noSuchRegion), ("6", .noSuchRegion), ("-1", .noSuchRegion),
            ("", .noSuchRegion), ("019", .noSuchRegion), ("Barn", .ambiguousRegion),
            ("KITE", .ambiguousRegion), ("0192f3c", .ambiguousRegion),
        ])
    func refused(text: String, code: WitError.Code) {
        let error = #expect(throws: WitError.self) {
            _ = try RegionReference(text).index(in: Self.record)
        }
        #expect(error?.code == code && error?.message.contains("“\(text)”") == true)
    }
}
