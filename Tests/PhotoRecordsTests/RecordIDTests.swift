import PhotoRecords
import Testing

@Suite struct RecordIDTests {
    @Test func `a new identity is a UUID of version 7 and variant 2`() {
        let text = RecordID().text
        #expect(
            text.wholeMatch(
                of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        #expect(RecordID(text)?.text == text)
    }

    @Test func `identities sort in the order of their milliseconds`() {
        var random = SystemRandomNumberGenerator()
        let ids = (0..<50).map { RecordID(milliseconds: 1_700_000_000_000 + $0, using: &random) }
        #expect(ids == ids.sorted())
    }

    @Test(arguments: ["", "0192f3c4", "0192f3c4-0000-7000-8000-0123456789a", "../../etc/passwd"])
    func `what is not a UUID is refused`(text: String) {
        #expect(RecordID(text) == nil)
    }
}
