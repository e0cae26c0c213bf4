import ByteCoding
import Testing

@Suite struct DeflateTests {
    private static let octets = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }

    @Test func `octets come back, and never more than the limit`() throws {
        let packed = try #require(Deflate.compress(Self.octets))
        #expect(Deflate.decompress(packed, limit: Self.octets.count) == Self.octets)
        #expect(Deflate.decompress(packed, limit: Self.octets.count - 1) == nil)
        #expect(Deflate.exceeds(packed, limit: Self.octets.count - 1))
        #expect(!Deflate.exceeds(packed, limit: Self.octets.count))
        #expect(Deflate.decompress(Array(packed.dropLast()), limit: 20_000) == nil)
    }

    @Test func `a zlib stream is told by its first two octets`() throws {
        let packed = try #require(Deflate.compress(Self.octets))
        let stream = [0x78, 0xDA] + packed + [0, 0, 0, 0]
        #expect(ZlibStream.inflate(stream, limit: 20_000) == Self.octets)
        #expect(ZlibStream.inflate(stream, limit: 9_999) == nil)
        #expect(ZlibStream.inflate([0x78, 0xDB] + stream.dropFirst(2), limit: 20_000) == nil)
        #expect(ZlibStream.inflate([0x79, 0xDA] + stream.dropFirst(2), limit: 20_000) == nil)
    }
}
