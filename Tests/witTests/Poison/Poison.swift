import Foundation
import Testing

/// Text as a stranger would write it who wants something to happen where it is shown, and the search for
/// what is left of it. The list of what must not be left is of its own, not the program's.
enum Poison {
    /// Everything at once: a link and colours of a terminal, its screen cleared, a progress line
    /// overwritten, words turned around, cells of formulas, markup, a flag's invisible letters.
    static func text(_ word: String) -> String {
        word + "\u{1B}]8;;http://evil.example/\u{7}link\u{1B}[31m\u{9B}2J\u{7F}\u{8}\u{8}\u{85}"
            + "\u{202E}gpj.exe\u{202C}\u{2066}a\u{2067}b\u{2069}\u{61C}\u{206A}" + line + data
            + "\u{FFF9}c\u{FFFA}d\u{FFFB}\u{E0041}\u{E007F}\u{2028}=1+1\u{2029};=HYPERLINK(\"x\")"
            + "\t@SUM(1)\n-2+3\r\n＝1;\" '+4,=cmd|' /C calc'!A0]]>--><script>&\"'</b>"
    }

    /// What has line breaks of neither kind nor C0, as file names and XML may have it.
    static func name(_ word: String) -> String {
        word + "\u{9B}2J\u{7F}\u{85}\u{202E}gpj\u{202C}\u{2066}a\u{2069}\u{61C}\u{2028}"
            + "\u{FFF9}c\u{FFFB}\u{E0041};=1+1"
    }

    /// What is one line and has no control character: overrides, isolates, tags, a formula.
    static func oneLine(_ word: String) -> String {
        let scalars = name(word).unicodeScalars.filter {
            $0.properties.generalCategory != .control && $0 != "\u{2028}"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// What a person may write and must get back: direction marks, joiners, a soft hyphen, a flag.
    static let data = "\u{200E}\u{200F}\u{200C}\u{200D}\u{AD}"
    private static let line = "\u{2028}"

    /// Whether a character may stand in no output: C0 but line feeds, DELETE, C1, line and paragraph
    /// separators, embeddings, overrides, isolates, deprecated format characters, annotations, tags,
    /// noncharacters.
    static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        let forbidden: [ClosedRange<UInt32>] = [
            0...9, 0xB...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x2028...0x202E, 0x2066...0x206F,
            0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0xE0000...0xE007F,
        ]
        return forbidden.contains { $0.contains(scalar.value) }
    }

    /// What is left of poison in an output, each with what stands around it; a text that is not UTF-8
    /// counts as such.
    ///
    /// - Parameter returns: whether lines end with CR LF.
    static func left(in bytes: [UInt8], returns: Bool = false) -> [String] {
        guard var text = String(validating: bytes, as: UTF8.self) else { return ["not UTF-8"] }
        if returns { text = text.replacing("\r\n", with: "\n") }
        let scalars = Array(text.unicodeScalars)
        var found: [String] = []
        for (place, scalar) in scalars.enumerated() where isForbidden(scalar) {
            let around = scalars[max(0, place - 30)..<min(scalars.count, place + 10)]
            let shown = around.map {
                isForbidden($0) ? "⟨\(String($0.value, radix: 16))⟩" : "\($0)"
            }
            found.append(shown.joined())
            if found.count == 3 { break }
        }
        return found
    }

    /// What Swift prints for programmers, in a message for people.
    static func debugText(in text: String) -> [String] {
        let patterns: [Regex<Substring>] = [
            #/Optional\(/#, #/Domain=/#, #/UserInfo=/#, #/\bCode=\d/#, #/rawValue/#, #/codingPath/#,
            #/\b(?:Swift|WhatIsThat|PhotoCatalog|PhotoRecord|PhotoMetadata|MailMessage)\.[A-Z]\w+/#,
            #/\b(?:ShareMail|MailTransport|Pictures|Foundation|GRDB|Mustache|TOMLKit)\.[A-Z]\w+/#,
            #/\b\w*Error\(/#, #/\b\w+\([a-z]\w*: /#, #/Context\(/#, #/\["[^"]*"(?:, |: )/#,
            #/\(\w+: "[^"]*"/#,
        ]
        return patterns.compactMap { pattern in
            text.firstMatch(of: pattern).map { match in
                String(text[..<match.range.lowerBound].suffix(40)) + "⟨\(match.output)⟩"
            }
        }
    }

    /// The first cell that a spreadsheet would calculate, however it parts the table.
    static func formula(in table: String) -> String? {
        let signs = Set("=+-@＝＋－＠﹦﹢﹣﹫".unicodeScalars)
        let quotes = Set("\"`´‘’“”„«»".unicodeScalars)
        for cell in table.unicodeScalars.split(whereSeparator: {
            ",;\t\n\r|".unicodeScalars.contains($0)
        }) {
            let rest = cell.drop { $0.properties.isWhitespace || quotes.contains($0) }
            guard let first = rest.first, signs.contains(first) else { continue }
            // A number is one.
            if Double(String(rest)) == nil { return String(cell) }
        }
        return nil
    }
}

/// The search finds what it is for: without this a search that finds nothing would pass.
@Suite struct PoisonTests {
    @Test func `every poisoned character is found, and what people write is not`() {
        let text = Poison.text("a") + Poison.name("b")
        let hidden = text.unicodeScalars.filter(Poison.isForbidden)
        #expect(Set(hidden).count > 20)
        #expect(Poison.left(in: Array(Poison.data.utf8)).isEmpty)
        #expect(Poison.left(in: Array("Grüße\n雪 👩\u{200D}👧 e\u{308}".utf8)).isEmpty)
        for scalar in Set(hidden) { #expect(!Poison.left(in: Array("a\(scalar)".utf8)).isEmpty) }
    }

    @Test(arguments: [
        #"differs in caption: “Optional("one")” against “two”"#, "Error Domain=NSCocoaErrorDomain",
        #"keywords: “["a", "b"]”"#, "dataCorrupted(Swift.DecodingError.Context(codingPath: []))",
        "is not a valid Mustache template: ParserError(context: x)",
        "Coordinate(latitude: 1.5, longitude: 2)",
    ])
    func `what is for programmers is found`(text: String) {
        #expect(!Poison.debugText(in: text).isEmpty)
    }

    @Test(arguments: [
        "a,b\r\n=1,c", "a;=1", "a;\"=1\"", "a, =1", "a\t＝1", "\"a\n@x\"", "|-a",
    ])
    func `a formula is found`(table: String) { #expect(Poison.formula(in: table) != nil) }

    @Test(arguments: ["a,-57.5,b", "a;'=1", "a=1", "", "a-b@c"])
    func `what is not a formula is not found`(table: String) {
        #expect(Poison.formula(in: table) == nil)
    }
}
