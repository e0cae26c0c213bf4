import Foundation
import MIMEMessage
import TestSupport
import Testing

/// Real answers, where the corpus is there.
@Suite(.needs(.replyCorpus)) struct ReplyCorpusTests {
    @Test func `each pair is trimmed exactly, white space apart`() throws {
        let pairs = try ReplyPair.all()
        #expect(pairs.count == 32)
        let differing = pairs.filter {
            ReplyText(plain: $0.mail).text.squeezed != $0.trimmed.squeezed
        }
        #expect(differing.map(\.name) == [])
    }

    @Test func `each pair is trimmed as a mail too, with lines that end as mail's do`() throws {
        for pair in try ReplyPair.all() {
            let body = pair.mail.replacing("\n", with: "\r\n")
            let mail = "Content-Type: text/plain; charset=utf-8\r\n\r\n" + body
            let reply = MailMessage(parsing: Array(mail.utf8)).replyText()
            #expect(reply?.text.squeezed == pair.trimmed.squeezed, "\(pair.name)")
        }
    }

    @Test func `every mail that was judged by a person is read as it was judged`() throws {
        let folder = try #require(Checkout.replyCorpus).appending(path: "crisp")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == Verdict.all.map { "\($0.name).txt" }.sorted())
        for verdict in Verdict.all {
            let mail = try String(
                contentsOf: folder.appending(path: "\(verdict.name).txt"), encoding: .utf8)
            // CRLF is one character to Swift.
            let lines = mail.replacing("\r\n", with: "\n").split(
                separator: "\n", omittingEmptySubsequences: false)
            let expected = verdict.lines.flatMap { lines[($0.lowerBound - 1)..<$0.upperBound] }
                .joined(separator: "\n")
            #expect(ReplyText(plain: mail).text.squeezed == expected.squeezed, "\(verdict.name)")
        }
    }
}

extension Checkout {
    /// The real answers beside the checkout; nil where they are not there.
    static let replyCorpus = corpus("replies")
    /// The real bounces beside the checkout; nil where they are not there.
    static let bounceCorpus = corpus("bounces")

    private static func corpus(_ name: String) -> URL? {
        let folder = root.appending(path: "../shared/corpus/\(name)").standardizedFileURL
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }
}

extension Requirement {
    /// The real answers beside the checkout.
    static let replyCorpus = Requirement(.corpora, "the corpus of replies") {
        Checkout.replyCorpus != nil
    }
    /// The real bounces beside the checkout.
    static let bounceCorpus = Requirement(.corpora, "the corpus of bounces") {
        Checkout.bounceCorpus != nil
    }
}
