import Foundation
import MIMEMessage
import TestSupport
import Testing

/// Mail that another program has read and written anew: the tree and the files are the same.
///
/// Where real mail differs, the header ends at a line that is no field, without an empty line
/// (`missing-header-separator`): here the body begins with that line, GMime loses it and what goes on
/// after it, Python takes it for the body's first line or drops it. Python also writes a multipart
/// whose boundary never occurs, which stands as it is here, without its closing line or its parts.
@Suite struct ReserialisedMailTests {
    /// What must not change: the tree, and each leaf's file name and octets; of text its lines
    /// without the blanks at their ends, since writers choose the line breaks.
    private struct Essence: Equatable {
        var subject: String
        var tree: String
        var leaves: [String]

        init(_ message: MailMessage) {
            subject = (message.subject ?? "").split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
            tree = message.tree
            leaves = message.leafParts.map { part in
                let octets = part.decodedBody()
                let isFile = part.transferEncoding == .base64 && !part.contentType.isText
                let body =
                    isFile ? octets : octets.filter { $0 != 0x0D && $0 != 0x0A && $0 != 0x20 }
                return "\(part.fileName ?? "") \(body.hashValue)"
            }
        }
    }

    @Test(arguments: MailPeer.all)
    func `built mail stays the same`(peer: MailPeer) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = RandomMail(seed: seed)
        var mails: [String: [UInt8]] = [:]
        for number in 0..<200 { mails["\(number)"] = try? random.builder().build() }
        let results = try peer.read(mails)
        try #require(results.count == mails.count)
        for (name, result) in results {
            let message = MailMessage(parsing: result.written)
            let original = MailMessage(parsing: mails[name] ?? [])
            #expect(Essence(message) == Essence(original), "seed \(seed) mail \(name)")
        }
    }

    @Test(.needs(.mailCorpus), arguments: MailPeer.all)
    func `real mail stays the same, except for what the other program reads differently`(
        peer: MailPeer
    ) throws {
        let corpus = try #require(Checkout.mailCorpus)
        var mails: [String: [UInt8]] = [:]
        var files: [String: String] = [:]
        for (number, row) in try MailTruth.rows(in: corpus).enumerated() {
            mails["\(number)"] = Array(try Data(contentsOf: corpus.appending(path: row.file)))
            files["\(number)"] = row.file
        }
        let results = try peer.read(mails)
        var same = 0
        var excused = 0
        var different: [String] = []
        for (name, result) in results where !result.written.isEmpty {
            let original = MailMessage(parsing: mails[name] ?? [])
            let message = MailMessage(parsing: result.written)
            if Essence(message) == Essence(original) {
                same += 1
            } else if result.reading.tree != original.tree {
                // It wrote what it had read: another tree.
                excused += 1
            } else {
                different.append(files[name] ?? name)
            }
        }
        print(
            "\(peer.name) wrote \(results.count) of \(mails.count) real messages anew: \(same) the",
            "same, \(different.count) different, \(excused) that it reads as another tree")
        #expect(different.sorted() == Self.writtenOtherwise[peer.name])
        #expect(same > 1_100)
    }

    /// Messages, damaged ones most of them, that a program writes otherwise than it reads them.
    private static let writtenOtherwise = [
        "gmime": [
            "crisp-forward/test/fixtures/new_outlook_2019_en_body.txt",
            "crisp-forward/test/fixtures/new_outlook_2019_en_body_variant_1.txt",
            "crisp-forward/test/fixtures/new_outlook_2019_en_body_variant_3.txt",
            "crisp-forward/test/fixtures/new_outlook_2019_fr_body.txt",
            "enmime/testdata/parts/multi-malformed.raw",
            "mime4j/core/src/test/resources/mimetools-testmsgs/hdr-fakeout.msg",
            "mime4j/core/src/test/resources/testmsgs/basic-plain-with-bad-header-separator.msg",
        ],
        "python": [
            "chatmail-core/test-data/message/mailparse-0.16.0-panic.eml",
            "cpython/msg_42.txt",
            "crisp-forward/test/fixtures/new_outlook_2019_fr_body.txt",
            "kmime/autotests/data/dfaure-crash.mbox",
            "mime4j/core/src/test/resources/testmsgs/ending-boundaries.msg",
            "mime4j/core/src/test/resources/testmsgs/malformedHeader-nocrlfcrlf.msg",
            "mime4j/core/src/test/resources/testmsgs/multipartnopart.msg",
            "php-mime-mail-parser/tests/mails/issue84",
            "spamassassin/t/data/spam/015", "spamassassin/t/data/spam/016",
            "spamassassin/t/data/spam/badmime2.txt", "spamassassin/t/data/spam/badmime3.txt",
        ],
    ]
}
