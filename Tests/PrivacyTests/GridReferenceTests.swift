import Foundation
import PhotoRecords
import Testing

@testable import Privacy

@Suite struct GridReferenceTests {
    private func references(_ text: String) -> [GridReference] {
        GridReference.all(in: Array(NumberText.plain(text).utf8))
    }

    /// How gpsbabel 1.8 spells points in UTM (`-o unicsv,grid=utm`), to the metre.
    @Test(arguments: [
        ("31U 448251 5411952", 48.85837, 2.29448), ("38S 444141 3684706", 33.3, 44.4),
        ("56H 334901 6252291", -33.85678, 151.21530), ("17M 776904 9975638", -0.22020, -78.51230),
        ("19F 544808 3927029", -54.80191, -68.30295), ("33X 514739 8683376", 78.22334, 15.64689),
        ("32V 297477 6700830", 60.39299, 5.32415), ("60K 652534 7993551", -18.14160, 178.44190),
        ("06V 344248 6790532", 61.21806, -149.90028), ("37M 257113 9857711", -1.28639, 36.81722),
        ("30N 811654 620147", 5.60372, -0.18700),
    ])
    func `UTM is read to the metre in every zone and half`(
        text: String, latitude: Double, longitude: Double
    ) throws {
        let found = references(text)
        #expect(found.contains { Self.metres($0.coordinate, latitude, longitude) < 1 })
        #expect(found.allSatisfy { $0.step == 1 && $0.range == 0..<text.utf8.count })
    }

    /// GeographicLib's `GeoConvert` gives the first; the others are the above, lettered by
    /// NGA.STND.0037 §3.
    @Test(arguments: [
        ("38SMB4414084706", 33.3, 44.4, 1.0), ("38S MB 44140 84706", 33.3, 44.4, 1),
        ("31UDQ4825111952", 48.85837, 2.29448, 1),
        ("31U DQ 482 119", 48.85837, 2.29448, 100), ("31udq4811", 48.85837, 2.29448, 1_000),
        ("56HLH3490152291", -33.85678, 151.21530, 1), ("17MQV7690475638", -0.22020, -78.51230, 1),
        ("33XWG1473983376", 78.22334, 15.64689, 1), ("19FEV4480827029", -54.80191, -68.30295, 1),
    ])
    func `MGRS is read as the middle of its square`(
        text: String, latitude: Double, longitude: Double, step: Double
    ) throws {
        let found = references(text)
        try #require(found.count == 1)
        #expect(found[0].step == step)
        // To the middle from any corner, and the metre that the peer's numbers are rounded to.
        #expect(Self.metres(found[0].coordinate, latitude, longitude) < step * 0.71 + 1)
    }

    @Test(arguments: [
        "31U 448251.4 5411952.1", "31 U 448251 5411952", "31U 448251mE 5411952mN",
        "31U E 448251 N 5411952", "zone 31, 448251, 5411952", "31N 448251/5411952",
        "31U\u{A0}448251\u{A0}5411952", "(31U 448251 5411952)", "３１Ｕ ４４８２５１ ５４１１９５２",
        "31U DQ 48251 11952", "31UDQ 48251 11952", "31UDQ4825111952.", "at 31udq48251119, then",
    ])
    func `spellings that tell a photo's place are found`(text: String) throws {
        let point = try #require(Coordinate(latitude: 48.85837, longitude: 2.29448))
        let middle = try #require(GridCell(of: point, .fine).center)
        for grade in [LocationGrade.kilometre, .tenKilometres, .place, .none] {
            let told = ForbiddenPoint(point, grade).told(by: references(text), allowed: [middle])
            #expect(told != nil, "\(grade)")
        }
        #expect(LocationHints.first(in: text, of: point)?.hasPrefix("the grid reference") == true)
    }

    @Test(arguments: [
        "31U 448251", "448251 5411952", "61U 448251 5411952", "131U 448251 5411952",
        "31I 448251 5411952", "31UDQ482511195", "31UIQ4825111952", "31UDQ48251119521234",
        "31UKQ4825111952", "+49 30 123456 78901", "31.12.2024 448251 EUR", "IMG_31 448251",
        "12 people, 123456 steps", "ISBN 31 448251 54", "a31udq4825111952b", "",
    ])
    func `other numbers are no grid reference of the place`(text: String) throws {
        let point = try #require(Coordinate(latitude: 48.85837, longitude: 2.29448))
        #expect(ForbiddenPoint(point, .none).told(by: references(text), allowed: []) == nil)
        #expect(LocationHints.first(in: text, of: point)?.contains("grid") != true)
    }

    @Test func `what is far away, or coarser than the grade, or may be told is no leak`() throws {
        let point = try #require(Coordinate(latitude: 48.85837, longitude: 2.29448))
        func tells(_ text: String, _ grade: LocationGrade, _ allowed: [Coordinate] = []) -> Bool {
            ForbiddenPoint(point, grade).told(by: references(text), allowed: allowed) != nil
        }
        #expect(!tells("31U 548251 5411952", .none))
        #expect(!tells("32U 448251 5411952", .none))
        #expect(!tells("31UDQ4811", .kilometre))
        #expect(tells("31UDQ4811", .tenKilometres))
        #expect(!tells("31UDQ41", .tenKilometres))
        #expect(tells("31UDQ482119", .kilometre))
        #expect(!tells("31U 448251 5411952", .kilometre, [point]))
    }

    @Test func `hostile digits take bounded time`() {
        let digits = String(repeating: "31u 448251 ", count: 2_000)
        #expect(references(digits + String(repeating: "9", count: 100_000)).isEmpty)
    }

    private static func metres(_ point: Coordinate, _ latitude: Double, _ longitude: Double)
        -> Double
    {
        let up = (point.latitude - latitude) * 111_320
        let along = (point.longitude - longitude) * 111_320 * cos(latitude * .pi / 180)
        return (up * up + along * along).squareRoot()
    }
}
