import PhotoRecord
import Testing

@Suite struct CoordinateTests {
    @Test(arguments: [-0.0, 0.0])
    func `zero has no sign, so that a text comes back as it was`(zero: Double) throws {
        let point = try #require(Coordinate(latitude: zero, longitude: zero))
        #expect(point.latitude.sign == .plus && point.longitude.sign == .plus)
    }
}
