import Testing

@testable import MIMEMessage

@Suite struct QuotedPrintableTests {
    @Test(arguments: [
        ("caf=C3=A9", "café"), ("caf=c3=a9", "café"), ("a=\nb", "ab"), ("a=\r\nb", "ab"),
        ("a= \t\r\nb", "ab"), ("a  \nb\t\n", "a\nb\n"), ("a  =\nb", "a  b"), ("a=", "a"),
        ("1=2", "1=2"), ("=ZZ", "=ZZ"), ("=4", "=4"), ("a b", "a b"), ("a=20\nb", "a \nb"),
    ])
    func `damaged quoted-printable is decoded as far as possible`(coded: String, text: String) {
        #expect(QuotedPrintable.decode(Array(coded.utf8)[...]).octets.text == text)
    }

    @Test func `a carriage return that ends no line comes back`() {
        for text in ["a\r", "\r\r", "a\r\nb\r\r", "\r"] {
            let coded = QuotedPrintable.encode(Array(text.utf8))
            #expect(QuotedPrintable.decode(coded[...]).octets == Array(text.utf8))
        }
    }

    @Test(arguments: [
        "", "a", "a\n", "a \nb\t\n", "café au lait", ".\n..\n", "From here\n>From there",
        String(repeating: "long words ", count: 50), String(repeating: "ä", count: 200), "\n\n\n",
        "a=b", "\u{0}\u{1}\u{7F}", "trailing ",
        ".hidden", String(repeating: ".", count: 500), String(repeating: "abcd.", count: 90),
        String(repeating: "ab.", count: 90), "..\n...\n.",
    ])
    func `what is encoded decodes to itself in short lines`(text: String) {
        let coded = QuotedPrintable.encode(Array(text.utf8))
        #expect(
            QuotedPrintable.decode(coded[...]).octets.text == text.replacing("\n", with: "\r\n"))
        #expect(coded.isASCII)
        for line in coded.split(separator: .lf) {
            #expect(line.count <= 77)
            #expect(!line.starts(with: "From ".utf8))
            // SMTP doubles it, and not every sender counts right then.
            #expect(line.first != .dot)
        }
    }
}
