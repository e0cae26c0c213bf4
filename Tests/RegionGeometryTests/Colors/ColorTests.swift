import Testing

@testable import RegionGeometry

@Suite
struct ColorTests {
    @Test(
        "is read as it is written",
        arguments: [
            ("#f80", 0xFF8800), ("#FF8800", 0xFF8800), ("0xff8800", 0xFF8800), ("red", 0xFF0000),
            (" DarkSlateGrey\n", 0x2F4F4F), ("rebeccapurple", 0x663399), ("#000", 0),
        ])
    func read(text: String, number: Int) {
        #expect(Color(text) == Color(number: number))
        #expect(Color(text) != nil)
    }

    @Test(
        "is none where it is written otherwise",
        arguments: [
            "", " ", "#", "#ff", "#ffff", "#fffff", "#fffffff", "#ggg", "0xfff", "0x1000000",
            "reddish", "#+12345", "#ｆｆｆ", "rgb(1,2,3)", "16746496",
            String(repeating: " ", count: 100_000) + String(repeating: "f", count: 100_000),
        ])
    func unread(text: String) { #expect(Color(text) == nil) }

    @Test func `a colour is one number, or three, or words`() {
        #expect(Color(number: 0x0A0B0C)?.description == "#0A0B0C")
        let color = Color(number: 0x0A0B0C)
        #expect(color?.red == 10 && color?.green == 11 && color?.blue == 12)
        #expect(Color(number: -1) == nil && Color(number: 0x1000000) == nil)
        #expect(Color("aqua")?.name == "aqua" && Color("cyan")?.name == "aqua")
        #expect(Color("#123456")?.name == nil)
    }

    @Test func `a colour has all names of CSS`() { #expect(Color.names.count == 148) }
}
