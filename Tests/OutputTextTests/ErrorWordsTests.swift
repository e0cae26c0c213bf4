import Foundation
import OutputText
import Testing

@Suite struct ErrorWordsTests {
    private struct Spoken: SpokenError { let description = "the cat is away" }
    private enum Unspoken: Error { case failed(reason: String, places: [String: Int]?) }

    @Test func `a sentence of ours is said, and the system's for its own`() {
        #expect(ErrorWords.sentence(of: Spoken()) == "the cat is away")
        #expect(ErrorWords.sentence(of: POSIXError(.ENOSPC)) == "No space left on device")
        #expect(ErrorWords.sentence(of: CancellationError()) == "stopped")
    }

    @Test func `what Foundation says of a file is said without its domain`() throws {
        #expect {
            _ = try Data(contentsOf: URL(filePath: "/nowhere/at/all"))
        } throws: { error in
            ErrorWords.sentence(of: error) == "No such file or directory"
        }
    }

    @Test func `what is for programmers is not said`() {
        let error = Unspoken.failed(reason: "x", places: ["a": 1])
        #expect(ErrorWords.sentence(of: error) == "an unexpected error")
    }
}
