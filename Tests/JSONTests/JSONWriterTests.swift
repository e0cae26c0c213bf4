import Foundation
import JSON
import Testing

struct JSONWriterTests {
    private func encoded(_ value: JSONValue, isPretty: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// What Foundation leaves as it is and ours does not: DELETE, C1, line separators.
    private func escaped(_ json: String) -> String {
        json.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0x7F..<0xA0, 0x2028, 0x2029: String(format: "\\u%04x", scalar.value)
            default: String(scalar)
            }
        }.joined()
    }

    @Test
    func `values are written as Foundation's encoder writes them`() throws {
        let texts = (0...0x2FF).compactMap { Unicode.Scalar($0).map { String(Character($0)) } }
        let whole = texts.joined()
        var values: [JSONValue] = [
            .null, true, false, .integer(.min), .integer(.max), .string(whole),
            .string("a/b\u{7F}"),
            .string("\u{1F600}e\u{301}\u{2028}"), [], [:], [[], [:]],
            .object(["b": 1, "a": 2, "B": 3, "ä": 4, "a\u{308}x": 5, "10": 6, "9": 7, "": 8]),
            .object(Dictionary(texts.map { ($0, .string($0)) }) { first, _ in first }),
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let number = Double(bitPattern: generator.next())
            if number.isFinite { values.append(.number(number)) }
            values.append(.number(Double(Int64.random(in: -1_000_000...1_000_000)) / 1_000))
        }
        for power in -30...30 { values.append(.number(pow(10, Double(power)))) }
        for value in values where value != .number(0) {
            #expect(value.text == escaped(try encoded(value)))
            #expect(value.prettyText == escaped(try encoded(value, isPretty: true)))
        }
        #expect(JSONValue.number(-0.0).text == "0")
        #expect(JSONValue.number(.nan).text == "null")
        #expect(JSONValue.array([.number(.infinity)]).text == "[null]")
    }

    @Test(
        arguments: [
            ([:], "{}"), ([], "[]"), (["b": [1, 2.5], "a": .null], #"{"a":null,"b":[1,2.5]}"#),
            (.number(5), "5.0"), (.number(-0.0), "-0.0"), (.number(.nan), "null"), (0.1, "0.1"),
            ("a/b\"\\", #""a/b\"\\""#),
            ("\n\t\u{1F}\u{7F}\u{2028}", "\"\\u000a\\u0009\\u001f\u{7F}\u{2028}\""),
        ] as [(JSONValue, String)])
    func `what is stored is escaped no more than it must be`(value: JSONValue, text: String) {
        #expect(value.storedText == text)
    }
}
