import Testing

@testable import MIMEMessage

@Suite struct UUEncodingTests {
    @Test(arguments: [
        ("begin 644 cat.txt\n#0V%T\n`\nend\n", "Cat"),
        ("begin 644 cat.txt\r\n#0V%T\r\n`\r\nend\r\n", "Cat"),
        ("#0V%T\n", "Cat"), ("begin 644 x\n`\nend\n", ""), ("", ""),
        ("begin 644 x\n%:&5L;&\\\nend\n", "hello"),
    ])
    func `Uuencode decodes`(coded: String, text: String) {
        #expect(UUEncoding.decode(Array(coded.utf8)[...]).octets.text == text)
    }

    @Test func `Damage is noted, not fatal`() {
        let decoded = UUEncoding.decode(Array("begin 644 x\nM00\n\u{7f}x\nend\n".utf8)[...])
        #expect(decoded.octets.count == 45)
        #expect(decoded.flaws.map(\.code) == [.uuencodeDamaged])
    }
}
