import MIMEMessage
import Testing

@Suite struct CharsetTests {
    struct Case: Sendable {
        var label: String
        var octets: [UInt8]
        var text: String
        var defect: MIMEDefect.Code?
    }

    @Test(arguments: [
        Case(label: "utf-8", octets: [0xC3, 0xA9], text: "é"),
        Case(label: "UTF8", octets: [0xFF], text: "\u{FFFD}", defect: .invalidText),
        Case(label: "us-ascii", octets: [0xC3, 0xA9], text: "é"),
        Case(label: "us-ascii", octets: [0xE9], text: "é"),
        Case(label: "ISO-8859-1", octets: [0xE9, 0x80], text: "é€"),
        Case(label: "iso-8859-15", octets: [0xA4], text: "€"),
        Case(label: "windows-1251", octets: [0xCF], text: "П"),
        // Letters that the converter holds back at the end: a mark might follow.
        Case(label: "windows-1255", octets: [0xF9, 0xEC, 0xE5, 0xED], text: "שלום"),
        Case(label: "windows-1258", octets: [0x63, 0x68, 0x61, 0x6F], text: "chao"),
        Case(label: "big5-hkscs", octets: [0x88, 0x66], text: "Ê"),
        Case(label: "koi8-r", octets: [0xF0], text: "П"),
        Case(label: "iso-2022-jp", octets: Array("\u{1B}$B%F\u{1B}(B".utf8), text: "テ"),
        Case(label: "Shift_JIS", octets: [0x83, 0x65], text: "テ"),
        Case(label: "euc-jp", octets: [0xA5, 0xC6], text: "テ"),
        Case(label: "ks_c_5601-1987", octets: [0xB0, 0xA1], text: "가"),
        Case(label: "gb2312", octets: [0xC4, 0xE3], text: "你"),
        Case(label: "GB18030", octets: [0xC4, 0xE3], text: "你"),
        Case(label: "big5", octets: [0xA7, 0x41], text: "你"),
        Case(label: "utf-7", octets: Array("a+AOk-b+-".utf8), text: "aéb+"),
        Case(label: "utf-16le", octets: [0xE9, 0x00], text: "é"),
        Case(label: "utf-16", octets: [0xFE, 0xFF, 0x00, 0xE9], text: "é"),
        Case(label: "\"utf-8\"", octets: [0xC3, 0xA9], text: "é"),
        Case(label: "klingon", octets: [0xC3, 0xA9], text: "é", defect: .unknownCharset),
        Case(label: "../../etc", octets: [0xE9], text: "é", defect: .unknownCharset),
        Case(label: "shift_jis", octets: [0x83], text: "\u{FFFD}", defect: .invalidText),
    ])
    func `text decodes by its label`(example: Case) {
        let (text, defect) = Charset(label: example.label).decode(example.octets)
        #expect(text == example.text)
        #expect(defect == example.defect)
    }

    @Test func `a long text keeps every letter, the last one too`() {
        for count in [4_095, 4_096, 4_097, 10_000] {
            let octets = [UInt8](repeating: 0x41, count: count) + [0xE1]
            let (text, defect) = Charset(label: "windows-1255").decode(octets)
            #expect(text == String(repeating: "A", count: count) + "ב")
            #expect(defect == nil)
        }
    }
}
