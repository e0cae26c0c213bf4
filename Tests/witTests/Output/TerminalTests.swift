import Foundation
import TestSupport
import Testing

@testable import wit

@Suite struct TerminalTests {
    @Test(arguments: [
        ("Grüße 雪 🏡 e\u{308}", "Grüße 雪 🏡 e\u{308}"), ("a\u{1B}[31mb", "a [31mb"),
        ("a\r\n\tb", "a   b"), ("a\u{9B}31m", "a 31m"), ("a\u{202E}gpj.exe", "a gpj.exe"),
        ("a\u{2066}b\u{2069}", "a b "), ("a\u{2028}b", "a b"), ("a\u{0}\u{7F}", "a  "),
        ("👩\u{200D}👧", "👩\u{200D}👧"),
    ])
    func `what steers a terminal becomes a blank`(text: String, printable: String) {
        #expect(Array(text.printable().unicodeScalars) == Array(printable.unicodeScalars))
    }

    @Test func `line breaks stay where asked`() {
        #expect("a\nb\u{7}".printable(keepingLines: true) == "a\nb ")
    }

    @Test func `nothing is coloured where stdout is no terminal`() throws {
        let photo = Checkout.fixtures.path + "/photos/bird.jpg"
        let outcome = try Program.wit.running(environment: ["TERM": "xterm"])(["read", photo])
        #expect(!outcome.bytes.contains(0x1B))
        #expect(outcome.errors.isEmpty)
    }
}
