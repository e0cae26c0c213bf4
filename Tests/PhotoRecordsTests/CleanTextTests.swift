import Testing

@testable import PhotoRecords

@Suite struct CleanTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("a\0b\u{1B}[31m\u{7F}", "ab[31m"),
        ("tab\tstays", "tab\tstays"),
        ("é 🎉", "é 🎉"),
    ])
    func `control characters and non-characters go`(text: String, clean: String) {
        #expect(CleanText.clean(text) == clean)
    }

    @Test(arguments: [0xFFFE, 0x1FFFF, 0xFDD0, 0x80] as [UInt32])
    func `non-characters are removed`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(CleanText.clean("a\(Character(scalar))b") == "ab")
    }

    @Test func `words with nothing left are gone, and no keyword comes twice`() {
        var record = PhotoRecord()
        record.name = "\u{1}"
        record.keywords = ["a", "a\u{2}", "\u{3}", "b"]
        record.location = Location(place: Place(name: "\u{4}"))
        let clean = CleanText.clean(record)
        #expect(clean.name == nil)
        #expect(clean.keywords == ["a", "b"])
    }
}
