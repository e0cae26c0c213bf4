import JSON
import PhotoRecords
import Testing

@testable import ShareMail

@Suite struct ShareSeriesTests {
    private func payload(_ series: String) throws -> SharePayload {
        let text =
            #"{"format":"whatisthat.share","version":1,"minor":1,"photos":[],"series":\#(series)}"#
        return try SharePayload(parsing: Array(text.utf8))
    }

    @Test func `a series is read and written again, with members that are not known`() throws {
        let read = try payload(#"{"id":"s","number":2,"total":3,"later":true}"#)
        #expect(read.series?.number == 2 && read.series?.total == 3 && read.series?.id == "s")
        #expect(read.findings.isEmpty)
        #expect(try SharePayload(parsing: read.bytes) == read)
        #expect(read.json["series"]?["later"] == .bool(true))
    }

    @Test(arguments: [
        #"{"id":"s","number":0,"total":3}"#, #"{"id":"s","number":4,"total":3}"#,
        #"{"id":"","number":1,"total":1}"#, #"{"id":"s","number":1,"total":1000000}"#,
        #"{"number":1,"total":1}"#, #""1 of 3""#, "7",
    ])
    func `a series that makes no sense is kept, not believed`(text: String) throws {
        let read = try payload(text)
        #expect(read.series == nil)
        #expect(read.json["series"] == (try JSONValue(parsing: text.utf8)))
    }

    @Test func `a share in one mail has no series and the first minor version`() {
        let payload = SharePayload(photos: [])
        #expect(payload.minor == 0)
        #expect(payload.json["series"] == nil)
        let series = ShareSeries(id: "s", number: 1, total: 2)
        #expect(SharePayload(photos: [], series: series).minor == 1)
    }
}
