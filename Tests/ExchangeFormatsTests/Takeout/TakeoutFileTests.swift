import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import ExchangeFormats

@Suite struct TakeoutFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ text: String) throws -> TakeoutFile {
        try Data(text.utf8).write(to: folder.url.appending(path: "x.json"))
        return try TakeoutFile(path: folder.path("x.json"))
    }

    @Test(arguments: [Int.min, Int.min + 1, Int.max, 0, 1 << 37, -(1 << 37)])
    func `a time that is none is left out`(_ seconds: Int) throws {
        #expect(try read("{\"photoTakenTime\": {\"timestamp\": \"\(seconds)\"}}").takenAt == nil)
        #expect(try read("{\"photoTakenTime\": {\"timestamp\": \(seconds)}}").takenAt == nil)
    }

    @Test func `a photo's JSON is read whole`() throws {
        let file = try read(
            """
            {"title": "IMG_1.jpg", "description": " Above the barn\\n", "imageViews": "3",
             "creationTime": {"timestamp": "1714600000"},
             "photoTakenTime": {"timestamp": "1714551753", "formatted": "01.05.2024"},
             "geoData": {"latitude": 48.85837, "longitude": 2.29448, "altitude": 35.1},
             "geoDataExif": {"latitude": 1.0, "longitude": 2.0, "altitude": 0.0},
             "people": [{"name": "Anna"}, {"name": "Ben"}, {"name": "Anna"}, {}],
             "tags": ["bird", {"name": "kite"}], "favorited": true, "url": "https://x"}
            """)
        #expect(file.title == "IMG_1.jpg")
        #expect(file.caption == "Above the barn")
        #expect(file.takenAt == 1_714_551_753)
        #expect(file.coordinate == Coordinate(latitude: 48.85837, longitude: 2.29448))
        #expect(file.altitude == 35.1)
        #expect(file.people == ["Anna", "Ben"])
        #expect(file.tags == ["bird", "kite"])
        #expect(file.isFavorite)
        #expect(!file.isTrashed)
        #expect(file.isOfPhoto)
    }

    @Test func `0 and 0 is nowhere, and the file's own place counts then`() throws {
        let nowhere = "{\"latitude\": 0.0, \"longitude\": 0.0, \"altitude\": 0.0}"
        let both = try read(
            """
            {"photoTakenTime": {"timestamp": "1"}, "geoData": \(nowhere),
             "geoDataExif": {"latitude": 0.0, "longitude": 2.0, "altitude": 0.0}}
            """)
        #expect(both.coordinate == Coordinate(latitude: 0, longitude: 2))
        #expect(both.altitude == nil)
        #expect(try read("{\"geoData\": \(nowhere)}").coordinate == nil)
    }

    @Test(arguments: [
        "{\"title\": 5, \"photoTakenTime\": {\"timestamp\": 12}, \"people\": \"x\"}",
        "{\"title\": null, \"photoTakenTime\": {\"timestamp\": \"12\"}, \"geoData\": []}",
        """
        {"photoTakenTime": {"timestamp": "12"}, "geoData": {"latitude": 900, "longitude": 1},
         "favorited": "yes"}
        """,
    ])
    func `members of a wrong type are left out, the rest is read`(text: String) throws {
        let file = try read(text)
        #expect(file.title == nil)
        #expect(file.takenAt == 12)
        #expect(file.coordinate == nil)
        #expect(!file.isFavorite)
    }

    @Test(
        arguments: [
            "", "{", "[]", "5", "\u{0}\u{1}", "{\"title\": \"a\"",
            LongText("[", times: 100_000),
            LongText(
                "{\"title\":" + String(repeating: "{\"a\":", count: 5_000) + "1", "}", times: 5_001),
            LongText("{\"title\": \"", "x", times: 2 << 20, "\"}"),
        ] as [LongText])
    func `what is not a photo's JSON is refused`(long: LongText) throws {
        #expect(throws: WitError.self) { try read(long.text) }
    }

    @Test(arguments: [
        ("IMG_1.jpg", "IMG_1.jpg"), ("IMG_1.jpg", "IMG_1(1).jpg"), ("IMG_1.HEIC", "IMG_1.jpg"),
        ("A & B.jpg", "A _ B.jpg"),
        (
            "A very long name that a photo got from someone I know well.jpg",
            "A very long name that a photo got from someone .jpg"
        ),
    ])
    func `a title that is the file's name is not a name`(title: String, name: String) {
        #expect(TakeoutFile.isFileName(title, of: name))
    }

    @Test func `a title of its own is a name, without the ending`() {
        #expect(!TakeoutFile.isFileName("Red kite.jpg", of: "IMG_1.jpg"))
        #expect(TakeoutFile.withoutEnding("Red kite.jpg") == "Red kite")
        #expect(TakeoutFile.withoutEnding("St. Gallen") == "St. Gallen")
    }

    @Test func `an album's JSON is not a photo's`() throws {
        let new = try read(
            "{\"title\": \"Summer\", \"access\": \"protected\", \"date\": {\"timestamp\": \"1\"}}")
        #expect(new.title == "Summer")
        #expect(!new.isOfPhoto)
        #expect(try read("{\"albumData\": {\"title\": \"Old\"}}").title == "Old")
    }
}
