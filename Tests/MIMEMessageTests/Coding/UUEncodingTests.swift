import Testing

@testable import MIMEMessage

@Suite struct UUEncodingTests {
    @Test func `a line that format=flowed put a space before is whole`() {
        // RFC 3676 §4.4: a line of 30 octets begins with “>”.
        let line = ">" + String(repeating: "86%A", count: 10)
        let bare = UUEncoding.decode(Array("begin 644 a\n\(line)\n`\nend\n".utf8)[...])
        let stuffed = UUEncoding.decode(Array("begin 644 a\n \(line)\n`\nend\n".utf8)[...])
        #expect(bare.octets.count == 30)
        #expect(stuffed.octets == bare.octets && stuffed.flaws.isEmpty)
        #expect(UUEncoding.decode(Array("begin 644 a\n x\n \nend\n".utf8)[...]).octets.isEmpty)
    }

    @Test(arguments: [
        ("begin 644 cat.txt\n#0V%T\n`\nend\n", "Cat"),
        ("begin 644 cat.txt\r\n#0V%T\r\n`\r\nend\r\n", "Cat"),
        ("#0V%T\n", "Cat"), ("begin 644 x\n`\nend\n", ""), ("", ""),
        ("begin 644 x\n%:&5L;&\\\nend\n", "hello"),
    ])
    func `uuencoded data is decoded`(coded: String, text: String) {
        #expect(UUEncoding.decode(Array(coded.utf8)[...]).octets.text == text)
    }

    @Test func `damaged uuencoding is noted and not fatal`() {
        let decoded = UUEncoding.decode(Array("begin 644 x\nM00\n\u{7f}x\nend\n".utf8)[...])
        #expect(decoded.octets.count == 45)
        #expect(decoded.flaws.map(\.code) == [.uuencodeDamaged])
    }
}
