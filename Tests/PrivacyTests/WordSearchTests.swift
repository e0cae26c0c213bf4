import Testing

@testable import Privacy

@Suite struct WordSearchTests {
    private func finds(_ name: String, in text: String, known: String = "") -> Bool {
        var search = WordSearch<Int>()
        search.add(name, 1, unless: .init(known))
        return search.first(in: text) != nil
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
    }
}
