import Testing

@testable import Files

@Suite struct NumberedNamesTests {
    @Test func `each name is given once, whatever its case`() {
        var names = NumberedNames()
        let given = ["cat", "CAT", "cat-2", "cat", "dog"].map { name in
            names.next(name) { "\(name)-\($0)" }
        }
        #expect(given == ["cat", "CAT-2", "cat-2-2", "cat-3", "dog"])
    }

    @Test func `the ten-thousandth of a name costs what the second one does`() {
        var names = NumberedNames()
        var tries = 0
        for _ in 0..<10_000 {
            _ = names.next("photo") { number in
                tries += 1
                return "photo-\(number)"
            }
        }
        #expect(tries == 9_999)
    }

    @Test func `names that others took beforehand are skipped once`() {
        var names = NumberedNames()
        for number in 2...1_000 { _ = names.next("photo-\(number)") { "\($0)" } }
        var tries = 0
        for _ in 0..<1_000 {
            _ = names.next("photo") { number in
                tries += 1
                return "photo-\(number)"
            }
        }
        #expect(tries < 2_000)
    }
}
