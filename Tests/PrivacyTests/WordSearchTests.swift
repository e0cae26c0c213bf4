import TestSupport
import Testing

@testable import Privacy

@Suite struct WordSearchTests {
    private func finds(_ name: String, in text: String, known: String = "") -> Bool {
        let search = WordSearch([(name: name, value: 1)])
        let known = search.numbers(in: known)
        return search.first(in: text, unless: known.contains) != nil
    }

    @Test(arguments: [
        ("Ely", "a day in ELY."), ("Ulm", "ulm, Germany"), ("Zürich", "near ZURICH"),
        ("Jo", "(jo)"),
        ("京都", "昨日京都で"), ("津", "in 津, Japan"), ("Île-de-France", "ile de france"),
        ("Ｅｌｙ", "Ely"),
    ])
    func `short and foreign names are found whatever their case and accents`(
        name: String, text: String
    ) {
        #expect(finds(name, in: text))
    }

    @Test(arguments: [
        ("Ely", "a lovely family"), ("Ulm", "Ulmer"), ("津", "天津で"), ("A", "a day"),
        ("10", "10 photos"), ("Ulm", ""), ("…", "…"),
    ])
    func `other words do not hold a name`(name: String, text: String) {
        #expect(!finds(name, in: text))
    }

    @Test func `a name that is sent anyway is not searched for`() {
        #expect(!finds("Ely", in: "Ely", known: "We love ely!"))
        #expect(finds("Ely", in: "Ely", known: "a lovely family"))
        #expect(!finds("京都", in: "昨日京都で", known: "京都タワー"))
    }

    @Test func `names within names are found, and those that overlap`() {
        let search = WordSearch(
            ["a b c d", "b c", "c x", "京都市", "都市"].map { (name: $0, value: $0) })
        func all(_ text: String) -> Set<Int> { search.numbers(in: text) }
        #expect(all("a b c d") == [0, 1])
        #expect(all("a b c x") == [1, 2])
        #expect(all("b, C. x") == [1, 2] && all("ab c") == [] && all("c d a b") == [])
        #expect(all("京都市") == [3, 4] && all("京都") == [])
        #expect(search.first(in: "a b c x", unless: { $0 == 1 }) == "c x")
        #expect(search.first(in: "b c", least: 3) == nil)
    }

    @Test func `many names that begin alike are looked for in a long text at no more cost`() {
        // Each begins with as many equal words as it is long.
        let isLinear = Growth.isLinear(from: 400) { size in
            let words = Array(repeating: "ab", count: size).joined(separator: " ")
            let names = (0..<size).map { (name: "haus ab ab \($0)", value: $0) }
            let search = WordSearch(names + [(name: words + " end", value: -1)])
            let text = Array(repeating: "haus ab ab \(words)", count: 8).joined(separator: " ")
            #expect(search.numbers(in: text).isEmpty)
        }
        #expect(isLinear)
    }
}
