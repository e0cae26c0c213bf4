import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// `wit inspect --json` over the corpus of real mail, where it is there, agrees with what at
/// least four of five other parsers say.
@Suite struct MailCorpusTests {
    /// What most say of a message, and how many of them.
    private static func answers(
        _ truth: MailTruth
    ) -> [(question: String, answer: String, votes: Int)] {
        [
            ("subject", truth.subject, truth.subjectVotes),
            ("from", truth.from, truth.fromVotes), ("tree", truth.tree, truth.treeVotes),
            ("file names", truth.filenames, truth.filenameVotes),
            (
                "attachments", truth.attachments.map(\.sha256).joined(separator: "|"),
                truth.attVotes
            ),
        ]
    }

    /// Where `wit inspect` and most other parsers differ; why, MailMessage's own tests say.
    private static let knownDifferences = [
        "mimekit/UnitTests/TestData/messages/feedback-report.txt: from",
        "spamassassin/t/data/spam/badctype1: attachments",
        "stalwart-mail-parser/resources/eml/malformed/017.eml: attachments",
        "stalwart-mail-parser/resources/eml/malformed/017.eml: file names",
        "stalwart-mail-parser/resources/eml/thirdparty/007.eml: from",
    ]

    @Test(.needs(.mailCorpus))
    func `wit inspect reads real mail as most parsers do`() throws {
        let corpus = try #require(Checkout.mailCorpus)
        let truth = try MailTruth.rows(in: corpus)
        try #require(!truth.isEmpty)
        let inspected = try Self.inspect(truth.map(\.file), in: corpus.path)

        var asked: [String: Int] = [:]
        var agreed: [String: Int] = [:]
        var differing: [String] = []
        for row in truth {
            let found = Self.answers(inspected[row.file])
            for (question, answer, votes) in Self.answers(row) where votes >= 4 {
                asked[question, default: 0] += 1
                if found[question] == answer {
                    agreed[question, default: 0] += 1
                } else {
                    differing.append("\(row.file): \(question)")
                }
            }
        }
        for (question, count) in asked.sorted(by: { $0.key < $1.key }) {
            let same = agreed[question] ?? 0
            print("wit inspect, mail corpus, \(question): \(same) of \(count) agree")
        }
        print("wit inspect, mail corpus: \(inspected.count) of \(truth.count) files inspected")
        #expect(asked.count == 5)
        #expect(truth.map(\.file).filter { inspected[$0] == nil } == [])
        #expect(differing.sorted() == Self.knownDifferences)
    }

    /// Inspects all files in a few processes; the first message of each file counts.
    static func inspect(_ files: [String], in folder: String) throws -> [String: JSONValue] {
        let wit = Program.wit.running(in: folder)
        var inspected: [String: JSONValue] = [:]
        for start in stride(from: 0, to: files.count, by: 400) {
            let some = files[start..<min(start + 400, files.count)]
            let began = ContinuousClock.now
            let outcome = try wit(["inspect", "--json", "--"] + some)
            // Together they take less than any one of them may.
            #expect(ContinuousClock.now - began < .seconds(120))
            #expect([0, 1].contains(outcome.status), "\(outcome.errors.prefix(500))")
            for line in outcome.bytes.split(separator: UInt8(ascii: "\n")) {
                let object = try JSONValue(parsing: line)
                let file = try #require(object["file"]?.string)
                for key in ["to", "tree", "parts", "findings", "share", "delivery"] {
                    #expect(object[key] != nil, "\(file) has no \(key)")
                }
                if inspected[file] == nil { inspected[file] = object }
            }
        }
        return inspected
    }

    /// The answers in the corpus's own terms: addresses in small letters, runs of blanks as
    /// one, files being leaves that are no text, message or multipart.
    static func answers(_ message: JSONValue?) -> [String: String] {
        guard let message else { return [:] }
        let files = (message["parts"]?.array ?? []).filter { part in
            let type = part["contentType"]?.string?.split(separator: "/").first ?? ""
            return !["text", "multipart", "message"].contains(type)
        }
        return [
            "subject": collapsed(message["subject"]?.string),
            "from": (message["from"]?.string ?? "").lowercased(),
            "tree": message["tree"]?.string ?? "",
            "file names": files.map { collapsed($0["fileName"]?.string) }.joined(separator: "|"),
            "attachments": files.map { $0["sha256"]?.string ?? "" }.joined(separator: "|"),
        ]
    }

    private static func collapsed(_ text: String?) -> String {
        (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
