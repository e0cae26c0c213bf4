import Foundation
import TestSupport
import Testing

@testable import TextCleaning

@Suite struct ForeignTextTests {
    /// Marks of two classes by turns, so that each has to be put before others.
    private func marks(_ count: Int) -> String {
        String(repeating: "\u{301}\u{323}", count: count / 2) + (count % 2 == 1 ? "\u{301}" : "")
    }

    private func octets(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(arguments: [
        ("", ""), ("Red kite", "Red kite"), ("e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"),
        ("\u{212B}", "\u{C5}"), ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"),
        ("\u{AC00}\u{11A8}", "\u{AC01}"), ("a\u{323}\u{301}", "\u{1EA1}\u{301}"),
        ("a\u{301}\u{323}", "\u{1EA1}\u{301}"), ("\u{958}", "\u{915}\u{93C}"),
        ("\u{915}\u{93C}", "\u{915}\u{93C}"), ("か\u{3099}", "が"), ("\u{3B1}\u{301}", "\u{3AC}"),
        // Neither control characters nor marks of direction are the cleaner's business.
        ("a\u{0}\u{200F}\u{202E}b\r\n\u{85}", "a\u{0}\u{200F}\u{202E}b\r\n\u{85}"),
        ("👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️", "👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️"),
    ])
    func `a text is put into normalization form C and otherwise left alone`(
        raw: String, clean: String
    ) {
        #expect(octets(ForeignText.cleaned(raw)) == octets(clean))
        #expect(!ForeignText.hasLongestRun(clean))
    }

    @Test func `thirty combining marks stay and no more`() {
        for count in [0, 1, 20, 30] {
            let text = "q" + String(repeating: "\u{323}", count: count) + "q"
            #expect(octets(ForeignText.cleaned(text)) == octets(text))
            #expect(ForeignText.hasLongestRun(text) == (count == 30))
        }
        for count in [31, 1_000] {
            let text = "q" + marks(count) + "q" + marks(30) + "q"
            let clean = ForeignText.cleaned(text)
            #expect(clean.unicodeScalars.count == 1 + 30 + 1 + 30 + 1)
            #expect(ForeignText.hasLongestRun(clean))
        }
    }

    @Test(arguments: [
        "\u{200B}", "\u{AD}", "\u{1}", "\u{85}", "\u{34F}", "\u{200D}", "\u{FE0F}", "\u{FFFE}",
        "\u{2060}",
    ])
    func `what shows nothing does not end a run, so that no longer one comes of taking it out`(
        between: String
    ) {
        let text = "x" + String(repeating: "\u{323}" + between, count: 200)
        let clean = ForeignText.cleaned(text)
        let isMark = clean.unicodeScalars.count { $0 == "\u{323}" }
        #expect(isMark <= 30)
    }

    @Test(arguments: ["a", " ", "\n", "\t", "あ", "ж", "中", "\u{1F600}", "\u{391}"])
    func `what shows something ends a run`(between: String) {
        let text = String(repeating: between + String(repeating: "\u{323}", count: 20), count: 5)
        let form = text.precomposedStringWithCanonicalMapping
        #expect(octets(ForeignText.cleaned(text)) == octets(form))
    }

    @Test func `every character comes out as normalization form C has it`() {
        var wrong: [UInt32] = []
        for value in [0...0x323AF, 0xE0000...0xE0FFF].joined() {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            // Alone, and behind what it may compose with.
            for text in [String(Character(scalar)), "\u{1100}" + String(Character(scalar))] {
                var copy = text
                let isPlain = copy.withUTF8 { MarkRuns(in: $0).isPlain }
                // What is taken for plain is not looked at again: only there can it be wrong.
                guard isPlain else { continue }
                let form = text.precomposedStringWithCanonicalMapping
                if !form.utf8.elementsEqual(text.utf8) { wrong.append(UInt32(value)) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(20).map { String($0, radix: 16) })")
    }

    @Test func `a cleaned text stays as it is`() {
        var generator = SystemRandomNumberGenerator()
        let pool: [UInt32] = [
            0x61, 0x65, 0x41, 0x301, 0x323, 0x308, 0x327, 0x345, 0x958, 0xFB1D, 0x1D160, 0x344,
            0x93C, 0x5B0, 0x200B, 0x1, 0xFF9E, 0x3099, 0x304B, 0x1100, 0x1161, 0x11A8, 0xF73,
            0x20DD,
        ]
        for _ in 0..<300 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...120, using: &generator) {
                let value = pool.randomElement(using: &generator) ?? 0x61
                if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
            }
            let clean = ForeignText.cleaned(String(scalars))
            let again = ForeignText.cleaned(clean)
            #expect(
                octets(clean) == octets(again), "\(scalars.map { String($0.value, radix: 16) })")
        }
    }

    @Test func `to clean, hash and compare marks costs what grows with their number alone`() {
        let isLinear = Growth.isLinear(from: 125_000) { count in
            let (left, right) = (ForeignText.cleaned("a" + marks(count)), "a" + marks(28))
            #expect(left != right)
            #expect(Set([left, left]).count == 1)
        }
        #expect(isLinear)
    }
}
