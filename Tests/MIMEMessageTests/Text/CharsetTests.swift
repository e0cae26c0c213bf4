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
    func `Text decodes by its label`(example: Case) {
        let (text, defect) = Charset(label: example.label).decode(example.octets)
        #expect(text == example.text)
        #expect(defect == example.defect)
    }
}
