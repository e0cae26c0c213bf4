import RegionGeometry
import Testing

@Suite
struct AlphaPlaneCacheTests {
    private func plane() throws -> AlphaPlane {
        try AlphaPlane(width: 10, height: 10, alpha: [UInt8](repeating: 9, count: 100))
    }

    @Test
    func `the cache of masks decodes once, and lets go what has not been asked for the longest`()
        throws
    {
        let plane = try plane()
        var cache = AlphaPlaneCache<Int>(capacity: 3 * plane.byteCount)
        var decoded: [Int] = []
        for key in [1, 2, 3, 1, 1, 4, 1, 2] {
            _ = try cache.plane(for: key) {
                decoded.append(key)
                return try self.plane()
            }
            #expect(cache.byteCount <= cache.capacity)
        }
        #expect(decoded == [1, 2, 3, 4, 2])
        #expect(cache.count == 3)
        #expect(cache.byteCount == 3 * plane.byteCount)
    }

    @Test
    func `the cache keeps no mask that is larger than it, and none that cannot be decoded`() throws
    {
        var cache = AlphaPlaneCache<String>(capacity: 100)
        _ = try cache.plane(for: "large", decode: plane)
        #expect(throws: AlphaFault.empty) {
            try cache.plane(for: "broken") { () throws(AlphaFault) in throw .empty }
        }
        #expect(cache.count == 0 && cache.byteCount == 0)
    }
}
