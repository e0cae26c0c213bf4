import PhotoRecords
import ShareMail
import Testing

@Suite struct StoryComparisonTests {
    @Test func `differences are described in words, each value on one line`() {
        var left = PhotoRecord()
        left.name = "Red kite"
        left.caption = "one\u{2028}\u{1B}[31mtwo"
        left.keywords = ["a", "b"]
        left.taken = LocalDateTime(iso: "2024-05-01T10:22:33").map {
            CaptureTime(local: $0, offset: UTCOffset(minutes: 120))
        }
        left.location = Location(
            coordinate: Coordinate(latitude: 1.5, longitude: 2), altitude: 3,
            place: Place(name: "Paris"))
        var right = PhotoRecord()
        right.caption = "two"
        right.location = Location(coordinate: Coordinate(latitude: 1.5, longitude: 2))
        #expect(
            StoryComparison.differences(left, right) == [
                "name: “Red kite” against nothing", "caption: “one  [31mtwo” against “two”",
                "keywords: “a”, “b” against “”", "taken: “2024-05-01T10:22:33” against nothing",
                "offset: “+02:00” against nothing", "altitude: “3.0” against nothing",
                "place: “Paris” against nothing",
            ])
        #expect(StoryComparison.differences(left, left).isEmpty)
        right.location?.coordinate = nil
        #expect(
            StoryComparison.differences(left, right).contains(
                "coordinate: “1.5, 2.0” against nothing"))
    }
}
