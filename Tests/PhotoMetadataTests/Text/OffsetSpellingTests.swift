import PhotoRecords
import Testing

@testable import PhotoMetadata

struct OffsetSpellingTests {
    @Test(
        arguments: [
            ("+02:00", 120), ("-0330", -210), ("+02", 120), ("Z", 0), (" +05:45 ", 345),
            ("+2:00", 120),
            ("", nil), ("   :  ", nil), ("02:00", nil), ("+15:00", nil), ("+02:60", nil),
            ("+02:0", nil),
            ("+02:00x", nil), ("Zulu", nil), ("+", nil),
        ] as [(String, Int?)])
    func `offsets are read in each spelling, and nothing else is`(_ text: String, _ minutes: Int?) {
        #expect(UTCOffset(spelling: text)?.minutes == minutes)
    }
}
