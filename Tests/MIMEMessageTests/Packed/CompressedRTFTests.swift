import Testing

@testable import MIMEMessage

@Suite struct CompressedRTFTests {
    /// The examples of [MS-OXRTFCP] §3.1.
    private static let examples: [(octets: [UInt8], rtf: String)] = [
        (
            [
                0x2D, 0x00, 0x00, 0x00, 0x2B, 0x00, 0x00, 0x00, 0x4C, 0x5A, 0x46, 0x75, 0xF1, 0xC5,
                0xC7, 0xA7, 0x03, 0x00, 0x0A, 0x00, 0x72, 0x63, 0x70, 0x67, 0x31, 0x32, 0x35, 0x42,
                0x32, 0x0A, 0xF3, 0x20, 0x68, 0x65, 0x6C, 0x09, 0x00, 0x20, 0x62, 0x77, 0x05, 0xB0,
                0x6C, 0x64, 0x7D, 0x0A, 0x80, 0x0F, 0xA0,
            ], "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
        ),
        (
            [
                0x1A, 0x00, 0x00, 0x00, 0x1C, 0x00, 0x00, 0x00, 0x4C, 0x5A, 0x46, 0x75, 0xE2, 0xD4,
                0x4B, 0x51, 0x41, 0x00, 0x04, 0x20, 0x57, 0x58, 0x59, 0x5A, 0x0D, 0x6E, 0x7D, 0x01,
                0x0E, 0xB0,
            ], "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"
        ),
    ]

    @Test(arguments: 0..<2)
    func `the examples of the standard are decompressed`(number: Int) throws {
        let (octets, rtf) = Self.examples[number]
        let found = try #require(
            CompressedRTF.decompress(octets, in: octets.indices, limit: 1_000))
        #expect(found.rtf.text == rtf)
        #expect(found.isWhole)
        #expect(CompressedRTF.initialWindow.count == 207)
    }

    @Test func `damaged or truncated RTF harms nothing and is not called whole`() {
        let (octets, rtf) = Self.examples[1]
        for place in octets.indices {
            let cut = CompressedRTF.decompress(octets, in: 0..<place, limit: 1_000)
            #expect(cut?.isWhole != true)
            #expect(cut.map { rtf.hasPrefix($0.rtf.text) } ?? true)
            for value: UInt8 in [0, 0x7F, 0xFF] where octets[place] != value {
                var damaged = octets
                damaged[place] = value
                let found = CompressedRTF.decompress(damaged, in: damaged.indices, limit: 1_000)
                #expect((found?.rtf.count ?? 0) <= 1_000)
                // A size longer than what is there, or of no RTF at all, contradicts nothing.
                #expect(found?.isWhole != true || place < 4 || found?.rtf == [])
            }
        }
        #expect(CompressedRTF.decompress(octets, in: octets.indices, limit: 9)?.rtf.count == 9)
    }

    @Test(arguments: [
        ("{\\rtf1\\ansi one\\par two\\line\\tab three}", "one\ntwo\n\tthree"),
        ("{\\rtf1{\\fonttbl{\\f0 Arial;}}\\f0 a{\\b b}c}", "abc"),
        ("{\\rtf1\\ansicpg1251 \\'cf\\'f0\\'e8}", "При"),
        ("{\\rtf1\\ansicpg932 \\'8a\\'43}", "海"),
        ("{\\rtf1\\uc1 M\\u246?we \\u-10179?\\u-8704?}", "Möwe 😀"),
        ("{\\rtf1\\uc2 \\u8364 EUr}", "€r"),
        ("{\\rtf1 a\\{b\\}\\\\c\\~d\r\ne}", "a{b}\\c\u{A0}de"),
        ("{\\rtf1\\fromhtml1{\\*\\htmltag64 <p>}kite\\htmlrtf \\par\\htmlrtf0 x}", "kite\nx"),
        ("{\\rtf1 {\\pict\\bin4 }}}}x}y", "y"), ("{\\rtf1 }}}}}x\\", "x"),
        ("{\\rtf1 \\'zz\\bin99999999999 x", "zz"),
        ("{\\rtf1\\uc99999999999 \\u99999999999 x", "\u{E7FF}"),
    ])
    func `the text of RTF is extracted`(rtf: String, text: String) {
        #expect(RTFText.text(of: Array(rtf.utf8)) == text)
    }

    @Test func `what is not RTF gives no text`() { #expect(RTFText.text(of: [0x7B]) == nil) }
}
