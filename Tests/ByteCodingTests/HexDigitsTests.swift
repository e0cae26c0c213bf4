import ByteCoding
import Testing

@Suite struct HexDigitsTests {
    private static let octets = Array(UInt8.min...UInt8.max)

    @Test func `octets come back from their digits, in either case`() {
        let text = HexDigits.text(of: Self.octets)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
        #expect(text.utf8.count == 512)
        #expect(HexDigits.octets(of: text) == Self.octets)
        #expect(HexDigits.octets(of: text.uppercased()) == Self.octets)
        #expect(HexDigits.octets(of: "") == [])
    }

    @Test(arguments: ["0", "0g", "+1", "0 ", "０1", "abc"])
    func `what is no pairs of digits is refused`(text: String) {
        #expect(HexDigits.octets(of: text) == nil)
    }
}
