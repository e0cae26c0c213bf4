import PhotoRecords
import Testing

@testable import wit

@Suite struct CoordinateArgumentTests {
    @Test(arguments: [
        ("48.85837,2.29448", 48.85837, 2.29448), (" 48.1 , -8.4 ", 48.1, -8.4), ("0,0", 0, 0),
        ("-90,180", -90, 180), ("+1,1e1", 1, 10),
    ])
    func `two decimal numbers are coordinates`(text: String, latitude: Double, longitude: Double)
        throws
    {
        let point = try CoordinateArgument(parsing: text).coordinate
        #expect(point.latitude == latitude)
        #expect(point.longitude == longitude)
    }

    @Test(arguments: [
        "", ",", "48", "48,", "48,2,1", "north,east", "48;2", "48° 2'", "90.1,0", "0,180.1",
        "nan,0",
        "inf,0", "95,200",
    ])
    func `anything else is refused by a sentence that names it`(text: String) {
        let error = #expect(throws: (any Error).self) { try CoordinateArgument(parsing: text) }
        #expect(error.map { "\($0)".contains("“\(text)”") } == true)
    }
}
