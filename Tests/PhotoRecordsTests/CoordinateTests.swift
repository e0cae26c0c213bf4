import PhotoRecords
import Testing

@Suite struct CoordinateTests {
    @Test(arguments: [-0.0, 0.0])
    func `zero has no sign, so that a text comes back as it was`(zero: Double) throws {
        let point = try #require(Coordinate(latitude: zero, longitude: zero))
        #expect(point.latitude.sign == .plus && point.longitude.sign == .plus)
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0, 180.0, Double.pi * 6371.0088), (48.8566, 2.3522, 51.5074, -0.1278, 343.556),
        (0, 179.5, 0, -179.5, 111.195), (90, 12, 90, -70, 0), (52, 5, 52, 5, 0),
    ])
    func `the distance of two points is that of the great circle`(
        a: Double, b: Double, c: Double, d: Double, kilometres: Double
    ) throws {
        let from = try #require(Coordinate(latitude: a, longitude: b))
        let to = try #require(Coordinate(latitude: c, longitude: d))
        #expect(abs(from.kilometres(to: to) - kilometres) < 0.1)
        #expect(from.kilometres(to: to) == to.kilometres(to: from))
    }
}
