import Foundation
import TestSupport
import Testing

/// A real mail's text, and what of it is new.
struct ReplyPair {
    var name: String
    var mail: String
    var trimmed: String

    /// All of the corpus, in the order of their names.
    static func all() throws -> [ReplyPair] {
        let corpus = try #require(Checkout.replyCorpus)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: corpus.appending(path: "emails").path
        ).sorted()
        return try names.map { name in
            ReplyPair(
                name: name,
                mail: try String(
                    contentsOf: corpus.appending(path: "emails/\(name)"), encoding: .utf8),
                trimmed: try String(
                    contentsOf: corpus.appending(path: "trimmed/\(name)"), encoding: .utf8
                ).replacing("\r\n", with: "\n"))
        }
    }
}
