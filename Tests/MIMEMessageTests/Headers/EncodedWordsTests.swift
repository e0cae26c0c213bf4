import TestSupport
import Testing

@testable import MIMEMessage

@Suite struct EncodedWordsTests {
    struct Case: Sendable {
        var header: String
        var text: String
    }

    @Test(arguments: [
        Case(header: "plain", text: "plain"),
        Case(header: "=?utf-8?Q?caf=C3=A9?=", text: "café"),
        Case(header: "=?UTF-8?b?Y2Fmw6k=?=", text: "café"),
        Case(header: "=?iso-8859-1?q?=E9t=E9?=", text: "été"),
        Case(header: "=?utf-8*fr?Q?=C3=A9t=C3=A9?=", text: "été"),
        Case(header: "a =?utf-8?Q?b?= c", text: "a b c"),
        Case(header: "=?utf-8?Q?a_b?=", text: "a b"),
        Case(header: "=?utf-8?Q?a?= =?utf-8?Q?b?=", text: "ab"),
        Case(header: "=?utf-8?Q?a?=  \t =?iso-8859-1?Q?=E9?=", text: "aé"),
        // A character split between two words.
        Case(header: "=?utf-8?B?w6k=?= =?utf-8?B?w?= =?utf-8?Q?=C3?= =?utf-8?Q?=A9?=", text: "éé"),
        Case(header: "=?utf-8?B?4oI=?= =?utf-8?B?rA==?=", text: "€"),
        Case(header: "\"=?utf-8?Q?=C3=A9?=\"", text: "\"é\""),
        Case(header: "x=?utf-8?Q?=C3=A9?=y", text: "xéy"),
        Case(header: "=?utf-8?Q?Why??=", text: "Why?"),
        Case(header: "=?utf-8?Q?with blank?=", text: "with blank"),
        Case(header: "=?iso-2022-jp?B?GyRCJUYlOSVIGyhC?=", text: "テスト"),
        Case(header: "=?gb2312?B?xOO6ww==?=", text: "你好"),
        Case(header: "=?koi8-r?B?8NLJ18XU?=", text: "Привет"),
        Case(header: "=?utf-8?Q?a=0D=0ABcc:_x?=", text: "a  Bcc: x"),
        Case(header: "=?utf-8?X?abc?=", text: "=?utf-8?X?abc?="),
        Case(header: "=?utf-8?Q?never ends", text: "=?utf-8?Q?never ends"),
        Case(header: "=? =?", text: "=? =?"),
        Case(header: "=?nobody-knows?Q?caf=E9?=", text: "café"),
    ])
    func `encoded words become text`(example: Case) {
        #expect(EncodedWords.decode(Array(example.header.utf8)[...]) == example.text)
    }

    @Test func `raw octets are UTF-8 where they can be, else Windows-1252`() {
        #expect(EncodedWords.decode(Array("é".utf8)[...]) == "é")
        #expect(EncodedWords.decode([0xE9, 0x80][...]) == "é€")
    }

    @Test(arguments: ["=?", "=?a?q?", "=?utf-8?Q?=?", "=?utf-8?B?w6Q=?= "])
    func `words without end cost what grows with their number alone`(piece: String) {
        let isLinear = Growth.isLinear(from: 20_000) { count in
            _ = EncodedWords.decode(Array(String(repeating: piece, count: count).utf8)[...])
        }
        #expect(isLinear)
    }
}
