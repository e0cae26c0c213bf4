import TestSupport
import Testing

/// What is missing is skipped, or fails a test where it is required.
struct RequirementTests {
    private let there = Requirement(.tools, "x") { true }
    private let missing = Requirement(.corpora, "y") { false }

    @Test(arguments: [nil, "", "tools", "tools,servers"] as [String?])
    func `what is not required is skipped`(words: String?) throws {
        #expect(try there.isMet(requiring: words))
        #expect(try !missing.isMet(requiring: words))
    }

    @Test(arguments: ["corpora", "tools,corpora", "all", "tools, corpora"])
    func `what is required fails the test`(words: String) throws {
        #expect(try there.isMet(requiring: words))
        let error = #expect(throws: Requirement.Missing.self) {
            try missing.isMet(requiring: words)
        }
        #expect(error?.description.contains("y is missing") == true)
    }

    @Test func `an unknown word among the requirements is not ignored`() {
        #expect(throws: Requirement.Missing.self) { try there.isMet(requiring: "corpus") }
    }
}
