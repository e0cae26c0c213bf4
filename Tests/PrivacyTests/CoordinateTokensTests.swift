import Foundation
import PhotoRecords
import Testing

@testable import Privacy

@Suite struct CoordinateTokensTests {
    private func degrees(_ text: String) -> [Double] {
        CoordinateTokens(Array(NumberText.plain(text).utf8)).tokens.map {
            ($0.degrees * 1e6).rounded() / 1e6
        }
    }

    @Test(arguments: [
        ("48.85837, 2.29448", [48.85837, 2.29448]),
        ("mlat=48.85837&mlon=-2.29448", [48.85837, 2.29448]),
        ("48,85837 Nord", [48.85837]), ("48°51'30.132\"N", [48.85837]),
        ("48° 51′ 30.132″", [48.85837]), ("48,51.5022N", [48.85837]),
        ("48 51 30.132", [48.85837]), ("48/1 51/1 30132/1000", [48.85837]),
        ("48 deg 51' 30.132\"", [48.85837]), ("+48.8584+002.2945/", [48.8584, 2.2945]),
        ("４８．８５８３７，２．２９４４８", [48.85837, 2.29448]), ("٤٨٫٨٥٨٣٧", [48.85837]),
        ("४८.८५८३७", [48.85837]), ("48·85837", [48.85837]), ("48。85837", [48.85837]),
        ("48 Grad 51 Minuten 30.132", [48.85837]), ("48 degrés 51 minutes 30.132", [48.85837]),
        ("48 grados 51 minutos 30.132", [48.85837]),
        ("+4851.5022+00217.6688/", [48.85837, 2.29448]),
        ("4851.5022,N,00217.6688,E", [48.85837, 2.29448]), ("+485130.132", [48.85837]),
        ("48 . 85837", [48.85837]), ("in 2024, 1234 people, 480908", []),
        ("no 4 numbers 1234567.891 here", []), ("5 apples, 61 pears", []), ("", []),
    ])
    func `degrees are found in every spelling`(text: String, found: [Double]) {
        #expect(degrees(text) == found)
    }

    private func tells(
        _ text: String, _ grade: LocationGrade, allowed: [(Double, Double)] = []
    ) -> Bool {
        guard let point = Coordinate(latitude: 48.85837, longitude: 2.29448) else { return false }
        let points = allowed.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
        return ForbiddenPoint(point, grade).told(
            by: CoordinateTokens(Array(NumberText.plain(text).utf8)).tokens, allowed: points) != nil
    }

    @Test(arguments: [
        "48.85837", "2,29448 E", "48.8584 2.2945", "2.295 48.858", "lon=2.295&lat=48.858",
        "48°51'30\" 2°17'40\"", "48.85837° N", "48.863, 2.300",
    ])
    func `what tells the point more finely than 1 km is found`(text: String) {
        #expect(tells(text, .kilometre, allowed: [(48.8565, 2.2981)]))
    }

    @Test(arguments: [
        "48.8565, 2.2981", "48.8565, 2.2981 48.8565&mlon=2.2981", "48.86, 2.30",
        "10:22:33.12", "1.8 48.2 f/2.8", "born 48.3, 2.9 kg", "v 48.85.8", "room 48.858",
    ])
    func `the cell's middle, coarser numbers and others are not leaks`(text: String) {
        #expect(!tells(text, .kilometre, allowed: [(48.8565, 2.2981)]))
    }

    @Test func `two decimals tell more than 10 km, but not more than 1 km`() {
        #expect(tells("48.86 N, 2.30 E", .tenKilometres, allowed: [(48.825, 2.257)]))
        #expect(!tells("48.86 N, 2.30 E", .kilometre, allowed: [(48.8565, 2.2981)]))
        #expect(!tells("48.825, 2.257", .tenKilometres, allowed: [(48.825, 2.257)]))
        #expect(tells("48.825, 2.257", .place, allowed: [(48.8534, 2.3488)]))
        #expect(tells("48.8584, 2.2945", .none))
    }

    @Test func `whole minutes tell more than 10 km, but not more than 1 km`() {
        for text in ["48° 51' N, 2° 18' E", "48 Grad 51 Nord, 2 Grad 18 Ost", "48º51′ 2º17′"] {
            #expect(tells(text, .tenKilometres, allowed: [(48.825, 2.257)]), "\(text)")
            #expect(!tells(text, .kilometre, allowed: [(48.8565, 2.2981)]), "\(text)")
        }
        for text in [
            "48 51 and 2 18", "at 48:51 2:18", "48, 51, 2, 18", "48° 2°", "48° 11' 2° 40'",
        ] {
            #expect(!tells(text, .tenKilometres, allowed: [(48.825, 2.257)]), "\(text)")
        }
    }

    @Test(arguments: [
        ("see https://maps.app.goo.gl/abc", "a map link"), ("geo:48.1,11.5", "a map link"),
        ("8FWH4HX8+QC", "a plus code"), ("u09tunquc", "the geohash “u09tunquc”"),
        ("48.8583, 2.2945", "coordinates"),
    ])
    func `what tells a place without its name is known`(text: String, sign: String) {
        let point = Coordinate(latitude: 48.85837, longitude: 2.29448)
        #expect(LocationHints.first(in: "here: \(text)!", of: point) == sign)
    }

    @Test(arguments: [
        "2345+67 = 2412", "IMG1234 and u09", "f/2.8, 1/125 s, 12.5 km", "C++ and Google", "3.141 m",
        "https://example.org/maps", "goo.gl", "10:22:33.123 and 10:22:34.125",
    ])
    func `other words are no sign of a place`(text: String) {
        let point = Coordinate(latitude: 48.85837, longitude: 2.29448)
        #expect(LocationHints.first(in: text, of: point) == nil)
    }

    @Test func `percent signs do not hide a number`() {
        #expect(PercentText.decoded("48%2E858%2c2.3%C2%B0 5% 100%") == "48.858,2.3° 5% 100%")
    }
}
