import Testing

@testable import PhotoMetadata

struct UnsignedRationalTests {
    @Test(arguments: [0, 35.1, 8, 1.399879416, 261.0165326, 8848.86, 0.000001])
    func `decimals that fit come back as they were`(_ number: Double) throws {
        let rational = try #require(UnsignedRational(number))
        #expect(abs(Double(rational.numerator) / Double(rational.denominator) - number) < 1e-9)
    }

    @Test
    func `numbers beyond 32 bits and none at all are refused`() {
        #expect(UnsignedRational(4_294_967_296) == nil)
        #expect(UnsignedRational(.infinity) == nil)
        #expect(UnsignedRational(.nan) == nil)
    }

    @Test
    func `an angle just below a whole minute carries over`() {
        #expect(
            UnsignedRational.angle(10.99999999999999)
                == [
                    UnsignedRational(11, 1), UnsignedRational(0, 1), UnsignedRational(0, 1_000_000),
                ])
    }
}
