import OutputText
import Testing

@Suite struct ShownTextTests {
    @Test(arguments: [
        ("Grüße 雪 🏡 e\u{308}", "Grüße 雪 🏡 e\u{308}"), ("a\u{1B}[31mb", "a [31mb"),
        ("a\r\n\tb", "a   b"), ("a\u{9B}31m", "a 31m"), ("a\u{202E}gpj.exe", "agpj.exe"),
        ("a\u{2066}b\u{2069}", "ab"), ("a\u{61C}b\u{206E}", "ab"), ("a\u{2028}b\u{85}", "a b "),
        ("a\u{0}\u{7F}", "a  "), ("a\u{FFF9}b\u{FFFA}c\u{FFFB}", "abc"),
        ("a\u{E0041}\u{E007F}b", "ab"), ("a\u{FFFE}\u{FFFF}", "a\u{FFFD}\u{FFFD}"),
    ])
    func `what could do anything but be read becomes a blank or goes`(
        text: String, shown: String
    ) {
        #expect(Array(text.shownLine.unicodeScalars) == Array(shown.unicodeScalars))
        #expect(!text.shownLine.holdsHazard)
    }

    @Test(arguments: [
        "👩\u{200D}👧", "ש\u{200F}לום \u{200E}abc", "نمی\u{200C}خواهم", "co\u{AD}op", "☎\u{FE0F}",
        "葛\u{E0100}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    ])
    func `what people write their languages with stays`(text: String) {
        #expect(Array(text.shownLine.unicodeScalars) == Array(text.unicodeScalars))
        #expect(Array(text.shownLines.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF] as [UInt32])
    func `a non-character is shown as a replacement character`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect("a\(Character(scalar))b".shownLine == "a\u{FFFD}b")
    }

    @Test func `after a flag's end tags are hidden again`() {
        #expect("\u{1F3F4}\u{E0067}\u{E007F}\u{E0041}".shownLine == "\u{1F3F4}\u{E0067}\u{E007F}")
    }

    @Test func `line breaks of every kind are line feeds where lines are wanted`() {
        let text = "a\r\nb\rc\nd\u{B}e\u{C}f\u{85}g\u{2028}h\u{2029}i\u{7}j"
        #expect(text.shownLines == "a\nb\nc\nd\ne\nf\ng\nh\ni j")
        #expect("a\n\nb".shownLines == "a\n\nb")
    }

    @Test func `the look at octets misses no hazard`() {
        let planes = (UInt32(1)...16).flatMap { [$0 << 16 | 0xFFFE, $0 << 16 | 0xFFFF] }
        for value in Array(0...0xFFFF) + Array(0xE0000...0xE00FF) + planes {
            guard let scalar = Unicode.Scalar(value), scalar.hazard != nil else { continue }
            if !String(scalar).holdsHazard { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func `showing what was shown changes nothing`() {
        let text = "a\u{1B}\u{202E}\r\n\u{2028}\u{FFFF}\u{E0001}b"
        #expect(text.shownLine.shownLine == text.shownLine)
        #expect(text.shownLines.shownLines == text.shownLines)
    }
}
