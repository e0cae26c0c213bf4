import Foundation
import Testing

@testable import MIMEMessage

@Suite struct Base64Tests {
    struct Case: Sendable {
        var coded: String
        var text: String
        var defects: [MIMEDefect.Code] = []
    }

    @Test(arguments: [
        Case(coded: "", text: ""),
        Case(coded: "aGVsbG8=", text: "hello"),
        Case(coded: "aGVs\r\nbG8=\r\n", text: "hello"),
        Case(coded: "a G\tV s\nb\nG8 =", text: "hello"),
        Case(coded: "aGVsbG8", text: "hello", defects: [.base64Padding]),
        Case(coded: "aGVsbG8===", text: "hello", defects: [.base64Padding]),
        Case(coded: "aGVs!!bG8=", text: "hello", defects: [.base64Junk]),
        Case(coded: "aGU=bGxv", text: "hello"),
        Case(coded: "aA==ZQ==", text: "he"),
        Case(
            coded: "aGVsbG8=\n____\nThe list: list@a.example\n", text: "hello",
            defects: [.base64Junk]),
        Case(coded: "aGVsbG8=\nA list footer\n", text: "hello", defects: [.base64Junk]),
        Case(coded: "aGVsbG8= \n\n", text: "hello"),
        Case(coded: "a", text: "", defects: [.base64Padding]),
        Case(coded: "====", text: "", defects: [.base64Padding]),
        Case(coded: "aGVsbG8h", text: "hello!"),
    ])
    func `damaged Base64 is decoded as far as possible`(example: Case) {
        let decoded = Base64.decode(Array(example.coded.utf8)[...])
        #expect(decoded.octets.text == example.text)
        #expect(decoded.flaws.map(\.code) == example.defects)
    }

    @Test(arguments: [0, 1, 2, 3, 56, 57, 58, 59, 60, 113, 114, 115, 1_000])
    func `what is encoded in lines decodes to itself`(count: Int) throws {
        let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131) }
        var assembly = MessageAssembly()
        try assembly.appendBase64(.bytes(octets))
        let lines = try assembly.octets()
        #expect(lines.count == Base64.encodedLength(count))
        #expect(
            lines.text == Data(octets).base64EncodedString(options: .lineLength76Characters))
        #expect(Base64.encode(octets).text == Data(octets).base64EncodedString())
        let decoded = Base64.decode(lines[...])
        #expect(decoded.octets == octets)
        #expect(decoded.flaws.isEmpty)
    }
}
