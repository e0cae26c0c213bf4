import OutputText
import Testing

@Suite struct WitErrorTests {
    private func error(_ name: String) -> WitError {
        WitError(item: name, reason: "can't be read")
    }

    @Test func `each of several errors is kept, also those that came with another`() throws {
        let pair = try #require(WitError.all([error("a"), error("b")]))
        let more = try #require(WitError.all([error("c"), pair]))
        let all = try #require(WitError.all([pair, more]))
        #expect(all.each.map(\.item) == ["a", "b", "c", "a", "b"])
        #expect(all.each.allSatisfy { $0.others.isEmpty })
    }

    @Test func `an error that is of another item now loses nothing`() throws {
        var one = try #require(WitError.all([error("a"), error("b")]))
        one.arguments["folder"] = "/p"
        let moved = one.of(item: "x")
        #expect(moved.message == "x: a: can't be read" && moved.item == "x")
        #expect(moved.others.map(\.item) == ["b"] && moved.arguments == ["folder": "/p"])
    }
}
