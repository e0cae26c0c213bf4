import JSON
import Testing

@Suite struct JSONValueTests {
    @Test(arguments: [-0.0, 0.0])
    func `zero has no sign, so that a text comes back as it was`(zero: Double) throws {
        let text = JSONValue.array([.number(zero), .object(["a": .number(zero)])]).text
        #expect(text == #"[0,{"a":0}]"#)
        #expect(try JSONValue(parsing: Array(text.utf8)).text == text)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `what JSON has no number for becomes null`(number: Double) {
        #expect(JSONValue.number(number).text == "null")
    }
}
