import PhotoRecords
import Testing

@Suite struct CaptureTimeTests {
    @Test(arguments: [
        ("2024-05-01T10:22:33.12", "+02:00", "2024-05-01T08:22:33.12Z"),
        ("2024-01-01T00:30:00", "+05:45", "2023-12-31T18:45:00Z"),
        ("1969-12-31T23:00:00", "-03:30", "1970-01-01T02:30:00Z"),
        ("2024-02-28T23:59:59", "-01:00", "2024-02-29T00:59:59Z"),
    ])
    func `a local time and its offset give UTC`(local: String, offset: String, utc: String) throws {
        let local = try #require(LocalDateTime(iso: local))
        let time = CaptureTime(local: local, offset: UTCOffset(offset))
        #expect(time.utc == utc)
    }

    @Test func `without an offset there is no UTC`() throws {
        #expect(
            CaptureTime(local: try #require(LocalDateTime(iso: "2024-05-01T10:22:33"))).utc == nil)
        let date = try #require(LocalDateTime(iso: "2024-05-01"))
        #expect(CaptureTime(local: date, offset: UTCOffset("+02:00")).utc == nil)
    }

    @Test(arguments: ["2024-13-01", "2023-02-29", "2024-05-01T24:00:00", "2024-5-1", "", "x"])
    func `what is not a date is refused`(text: String) {
        #expect(LocalDateTime(iso: text) == nil)
    }

    @Test(arguments: ["2024-05-01", "2024-05-01T10:22:33", "0001-01-01T00:00:00.000000001"])
    func `a date is written as it was read`(text: String) {
        #expect(LocalDateTime(iso: text)?.iso == text)
    }

    @Test(arguments: ["+02:00", "-03:30", "+14:00"])
    func `an offset is written as it was read`(text: String) {
        #expect(UTCOffset(text)?.description == text)
    }

    @Test(arguments: ["+15:00", "2", "+2:00", "+02:60", ""])
    func `what is not an offset is refused`(text: String) {
        #expect(UTCOffset(text) == nil)
    }
}
