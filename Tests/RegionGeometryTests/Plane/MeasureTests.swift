import RegionGeometry
import Testing

@Suite
struct MeasureTests {
    @Test func `a measure is a number, a percentage or pixels`() {
        #expect(Measure("0.25") == .plain(0.25))
        #expect(Measure("-12%") == .percent(-12))
        #expect(Measure("340px") == .pixels(340))
        #expect(Measure("1e3") == .plain(1000))
    }

    @Test(
        "is none where it is written otherwise",
        arguments: [
            "", "px", "%", "nan", "inf", "-inf", "0x10", "1e999", "12 px", "12%%", "1,5", "١", "5p",
            " 5", String(repeating: "1", count: 100),
        ])
    func unread(text: String) { #expect(Measure(text) == nil) }

    @Test func `a measure is so many pixels of a side`() throws {
        #expect(try #require(Measure("0.25")).pixels(of: 400, unit: 400) == 100)
        #expect(try #require(Measure("25")).pixels(of: 400, unit: 1) == 25)
        #expect(try #require(Measure("25%")).pixels(of: 400, unit: 1) == 100)
        #expect(try #require(Measure("25px")).pixels(of: 400, unit: 400) == 25)
    }
}
