import Testing

@testable import MIMEMessage

@Suite struct TextLinesTests {
    struct Case: Sendable {
        var text: String
        var encoding: TransferEncoding
        var written: String
    }

    private static let long = String(repeating: "x", count: 78)

    @Test(arguments: [
        Case(text: "", encoding: .sevenBit, written: ""),
        Case(text: "a\nb", encoding: .sevenBit, written: "a\r\nb"),
        Case(text: "a\r\nb\n\nc\r\n", encoding: .sevenBit, written: "a\r\nb\r\n\r\nc\r\n"),
        Case(text: "a\r\nb\r\n", encoding: .sevenBit, written: "a\r\nb\r\n"),
        Case(text: "a\rb\r", encoding: .sevenBit, written: "a\r\nb\r\n"),
        Case(text: "\r", encoding: .sevenBit, written: "\r\n"),
        Case(text: "a\n\rb", encoding: .sevenBit, written: "a\r\n\r\nb"),
        Case(text: "a\r\r\nb", encoding: .sevenBit, written: "a\r\n\r\nb"),
        Case(text: "a\tb", encoding: .sevenBit, written: "a\tb"),
        Case(text: long + "\r\nx.\nFrom", encoding: .sevenBit, written: long + "\r\nx.\r\nFrom"),
        Case(
            text: long + "x\r\ny", encoding: .quotedPrintable,
            written: String(repeating: "x", count: 75) + "=\r\nxxxx\r\ny"),
        Case(text: "a\n.\n", encoding: .quotedPrintable, written: "a\r\n=2E\r\n"),
        Case(text: "a\r\n.\r\n", encoding: .quotedPrintable, written: "a\r\n=2E\r\n"),
        Case(text: ".", encoding: .quotedPrintable, written: "=2E"),
        Case(text: "a\n.b", encoding: .quotedPrintable, written: "a\r\n=2Eb"),
        Case(text: "From a", encoding: .quotedPrintable, written: "=46rom a"),
        Case(text: "a\u{1}b", encoding: .quotedPrintable, written: "a=01b"),
        Case(text: "a\u{7F}b", encoding: .quotedPrintable, written: "a=7Fb"),
        Case(text: "K\u{E4}se\rx", encoding: .quotedPrintable, written: "K=C3=A4se\r\nx"),
        Case(text: "日本\n", encoding: .base64, written: "5pel5pysDQo="),
        Case(text: "日本\r", encoding: .base64, written: "5pel5pysDQo="),
    ])
    func `a text takes the shortest encoding that is safe, its line breaks CRLF`(example: Case) {
        let lines = TextLines(example.text)
        var written: [UInt8] = []
        lines.write(into: &written)
        #expect(lines.encoding == example.encoding)
        #expect(written.text == example.written)
    }

    /// An octet that decides at each place of a text longer than any vector.
    @Test(arguments: ["\u{1}", "\r", "\u{7F}", "\u{E4}"])
    func `one octet is found wherever it stands`(mark: String) {
        for length in [1, 31, 32, 33, 64, 70] {
            for place in 0..<length {
                var text = Array(String(repeating: "x", count: length))
                text[place] = Character(mark)
                let lines = TextLines(String(text))
                var written: [UInt8] = []
                lines.write(into: &written)
                #expect(lines.encoding == (mark == "\r" ? .sevenBit : expected(length)))
                #expect(!written.text.contains(mark))
            }
        }
        /// A letter of two octets among few is most of the text.
        func expected(_ length: Int) -> TransferEncoding {
            mark == "\u{E4}" && length == 1 ? .base64 : .quotedPrintable
        }
    }
}
