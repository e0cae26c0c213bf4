import Foundation
import OutputText
import Testing

@Suite struct JSONEscapingTests {
    private func json(_ text: String) -> String {
        var json: [UInt8] = [UInt8(ascii: "\"")]
        JSONEscaping.append(text, to: &json)
        return String(decoding: json + [UInt8(ascii: "\"")], as: UTF8.self)
    }

    @Test(arguments: [
        ("a\"\\/\u{8}\t\n\u{C}\r", #"a\"\\/\b\t\n\f\r"#), ("\u{1B}\u{0}", #"\u001b\u0000"#),
        ("\u{7F}\u{9B}\u{61C}", #"\u007f\u009b\u061c"#),
        ("\u{202E}\u{2066}\u{2028}\u{2029}", #"\u202e\u2066\u2028\u2029"#),
        ("\u{E0041}\u{FFFF}", #"\udb40\udc41\uffff"#),
        ("Ü雪\u{200F}\u{200D}🏡", "Ü雪\u{200F}\u{200D}🏡"),
    ])
    func `hazards are escapes, and all else is as it was`(text: String, escaped: String) throws {
        #expect(json(text) == "\"\(escaped)\"")
        let back = try JSONSerialization.jsonObject(
            with: Data(json(text).utf8), options: .fragmentsAllowed)
        #expect((back as? String).map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }

    @Test func `finished JSON keeps its layout`() {
        #expect(
            JSONEscaping.escaped("{\n  \"a\u{202E}\" : \"\u{9B}\"\n}\n")
                == "{\n  \"a\\u202e\" : \"\\u009b\"\n}\n")
        #expect(JSONEscaping.escaped("\"</b>\"", and: ["<", ">"]) == "\"\\u003c/b\\u003e\"")
    }
}
