import JSON
import Testing

@Suite struct JSONParserTests {
    private func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
        try JSONValue(parsing: text.utf8)
    }

    private static let values: [(text: String, value: JSONValue)] = [
        ("null", JSONValue.null), (" true ", true), ("false", false), ("0", 0), ("-12", -12),
        ("9223372036854775807", 9_223_372_036_854_775_807), ("5.0", 5), ("1e3", 1_000),
        ("0.5", 0.5), ("-1.5E-2", -0.015), ("9223372036854775808", .number(0x1p63)),
        ("1e300", .number(1e300)), ("-0", 0), (#""""#, ""), (#""kite""#, "kite"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e4\uD83E\udd85""#, "ä🦅"),
        ("[]", []), ("[ 1 ,[2], {} ]", [1, [2], [:]]),
        (
            #"{"a":{"b":[null]},"c":"d"}"#,
            [
                "a": ["b": [.null]], "c": "d",
            ]
        ), (#"{"a":1,"a":2}"#, ["a": 1]), ("\u{FEFF}[1]\r\n", [1]),
    ]

    @Test(arguments: values)
    func `a JSON text is its value`(text: String, value: JSONValue) throws {
        #expect(try parse(text) == value)
        #expect(try parse(value.text) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "[", "[1", "[1,]", "[1 2]", "{", #"{"a""#, #"{"a":}"#, #"{"a":1,}"#,
        "{1:2}", "{}x", "01", "-", "+1", ".5", "1.", "1e", "1e+", "1e999", "0x10", "NaN",
        #""a"#, #""\"#, #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud800\u12""#, "\"a\nb\"", "'a'",
    ])
    func `what is not JSON is refused with its place`(text: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try parse(text) }
        if let error { #expect((0...text.utf8.count).contains(error.offset)) }
    }

    /// RFC 8259 §8.2: the grammar has them, and one of them must not cost the whole text.
    @Test(arguments: [
        (#""\ud800""#, "\u{FFFD}"), (#""\udc00""#, "\u{FFFD}"), (#""\ud800A""#, "\u{FFFD}A"),
        (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\ud800\n""#, "\u{FFFD}\n"),
        (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}\u{1F600}"),
    ])
    func `half of a surrogate pair is a replacement character`(text: String, value: String) throws {
        #expect(try parse(text) == .string(value))
    }

    @Test func `octets that are not UTF-8 are refused`() {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xE4, 0x22]) }
    }

    @Test func `nesting has a limit, and much of it costs little`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try parse(nested(512)) }
        #expect(throws: JSONSyntaxError.self) { try parse(nested(600)) }
        // A decoder that tries one kind after another is busy with this for minutes.
        let many = Array(repeating: nested(300), count: 300).joined(separator: ",")
        #expect(try parse("[\(many)]").array?.count == 300)
    }
}
