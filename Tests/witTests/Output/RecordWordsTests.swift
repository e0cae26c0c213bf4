import PhotoRecords
import Testing

@testable import wit

@Suite struct RecordWordsTests {
    @Test func `a record's fields stand below one another, with their sources`() {
        var record = PhotoRecord()
        record.name = "Red kite"
        record.caption = "Above\nthe barn"
        record.keywords = ["bird", "kite"]
        record.provenance[.name] = Provenance(source: "xmp:dc:title", at: nil)
        record.location = Location(
            coordinate: Coordinate(latitude: -33.8, longitude: 151.25), source: "exif")
        record.location?.altitude = 35.16
        record.findings = [
            Finding(.warning, "some-code", where: "exif", "Something\u{1B}[31m odd.")
        ]
        #expect(
            RecordWords(record).lines == [
                "  Name      Red kite  (xmp:dc:title)",
                "  Caption   Above\n            the barn",
                "  Where     -33.8, 151.25, 35.2 m",
                "  Keywords  bird, kite",
                "  · Something [31m odd. [some-code]",
            ])
        #expect(RecordWords(record, sources: false).lines.first == "  Name      Red kite")
    }

    @Test func `a record of which nothing is known has no lines`() {
        #expect(RecordWords(PhotoRecord()).lines.isEmpty)
    }

    @Test(arguments: [
        (0, "0 bytes"), (999, "999 bytes"), (1000, "1 kB"), (1550, "1.6 kB"), (2_075_123, "2.1 MB"),
        (3_000_000_000, "3 GB"),
    ])
    func `sizes have a unit that suits them`(bytes: Int, words: String) {
        #expect(RecordWords.size(bytes) == words)
    }

    @Test func `a maker who repeats the name in the model's is named once`() {
        let camera = Camera(make: "Canon", model: "Canon EOS R5", lens: nil)
        #expect(RecordWords.words(camera) == "Canon EOS R5")
    }

    @Test(arguments: [Double.infinity, 1e300, -1e18])
    func `no number is too large to be said`(value: Double) {
        #expect(!RecordWords.rounded(value).isEmpty)
    }
}
