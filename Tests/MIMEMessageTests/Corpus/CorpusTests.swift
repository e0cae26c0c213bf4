import Crypto
import Foundation
import MIMEMessage
import TestSupport
import Testing

/// The corpus of real mail, where it is there: each message as LF and as CRLF.
@Suite struct CorpusTests {
    enum LineBreaks: String, CaseIterable {
        case asTheyStand, lf, crlf
    }

    enum Question: String, CaseIterable {
        case subject, from, tree, filenames, attachments
    }

    struct Tally {
        var asked = 0
        var differing: [String] = []
    }

    @Test(.needs(.mailCorpus), arguments: LineBreaks.allCases)
    func `real mail reads as four of five parsers read it`(lineBreaks: LineBreaks) throws {
        let corpus = try #require(Checkout.mailCorpus)
        let rows = try MailTruth.rows(in: corpus)
        try #require(!rows.isEmpty)
        var tallies: [Question: Tally] = [:]
        var slowest: Duration = .zero
        for row in rows {
            let data = try Data(contentsOf: corpus.appending(path: row.file))
            let bytes = Self.bytes(data, lineBreaks)
            let began = ContinuousClock.now
            let ours = Reading(MailMessage(parsing: bytes))
            slowest = max(slowest, ContinuousClock.now - began)
            for question in Question.allCases where row.votes(question) >= 4 {
                tallies[question, default: Tally()].asked += 1
                let (expected, found) = (row.answer(question), ours.answers(question))
                if !found.contains(expected) {
                    tallies[question]?.differing.append(row.file)
                    if !knownDifferences.contains(where: {
                        $0.file == row.file && $0.question == question
                    }) {
                        print("  \(row.file)\n    most: \(expected)\n    ours: \(found[0])")
                    }
                }
            }
        }
        for question in Question.allCases {
            let tally = try #require(tallies[question])
            print(
                "mail corpus, lines \(lineBreaks), \(question.rawValue):",
                "\(tally.asked - tally.differing.count) of \(tally.asked) agree")
            // Neither another difference nor one that is none any more.
            let known = knownDifferences.filter { $0.question == question }.map(\.file)
            #expect(tally.differing.sorted() == known.sorted(), "\(question.rawValue)")
        }
        print("mail corpus: \(rows.count) messages, slowest \(slowest)")
        #expect(slowest < .seconds(5))
    }

    /// The message with every line break made the same, or left.
    static func bytes(_ data: Data, _ lineBreaks: LineBreaks) -> [UInt8] {
        switch lineBreaks {
        case .asTheyStand: Array(data)
        case .lf: Reading.withLineFeeds(Array(data))
        case .crlf: Reading.withLineBreaks(Array(data))
        }
    }
}

/// What this library says of a message, in the words of the corpus: subjects with runs of blanks
/// made one space, addresses in small letters, files being leaves that are no text.
struct Reading {
    private var answers: [CorpusTests.Question: [String]] = [:]

    init(_ message: MailMessage) {
        let files = message.leafParts.filter { part in
            !["text", "message", "multipart"].contains(part.contentType.type)
        }
        answers[.subject] = [Self.collapsed(message.subject ?? "")]
        answers[.from] = [message.from.first?.address.lowercased() ?? ""]
        answers[.tree] = [message.tree]
        answers[.filenames] = [
            files.map { Self.collapsed($0.fileName ?? "") }.joined(separator: "|")
        ]
        // A file that is not in base64 has the line breaks of its message; the corpus counted it
        // with those that the message came with.
        let bodies = files.map { ($0.decodedBody(), $0.transferEncoding == .base64) }
        answers[.attachments] = [
            bodies.map { Self.digest($0.0) },
            bodies.map { Self.digest($0.1 ? $0.0 : Self.withLineFeeds($0.0)) },
            bodies.map { Self.digest($0.1 ? $0.0 : Self.withLineBreaks($0.0)) },
        ].map { $0.joined(separator: "|") }
    }

    /// The answers that are as good as one another.
    func answers(_ question: CorpusTests.Question) -> [String] { answers[question] ?? [""] }

    private static func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func digest(_ octets: [UInt8]) -> String {
        SHA256.hash(data: octets).map { String(format: "%02x", $0) }.joined()
    }

    static func withLineFeeds(_ octets: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for octet in octets {
            if octet == UInt8(ascii: "\n"), result.last == UInt8(ascii: "\r") {
                result.removeLast()
            }
            result.append(octet)
        }
        return result
    }

    static func withLineBreaks(_ octets: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for octet in withLineFeeds(octets) {
            if octet == UInt8(ascii: "\n") { result.append(UInt8(ascii: "\r")) }
            result.append(octet)
        }
        return result
    }
}

extension MailTruth {
    func votes(_ question: CorpusTests.Question) -> Int {
        switch question {
        case .subject: subjectVotes
        case .from: fromVotes
        case .tree: treeVotes
        case .filenames: filenameVotes
        case .attachments: attVotes
        }
    }

    func answer(_ question: CorpusTests.Question) -> String {
        switch question {
        case .subject: subject
        case .from: from
        case .tree: tree
        case .filenames: filenames
        case .attachments: attachments.map(\.sha256).joined(separator: "|")
        }
    }
}
