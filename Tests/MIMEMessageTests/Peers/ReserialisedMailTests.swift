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

        init(_ message: MIMEMessage) {
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
    func `Built mail stays the same`(peer: MailPeer) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = RandomMail(seed: seed)
        var mails: [String: [UInt8]] = [:]
        for number in 0..<200 { mails["\(number)"] = try? random.builder().build() }
        let results = try peer.read(mails)
        try #require(results.count == mails.count)
        for (name, result) in results {
            let message = MIMEMessage(parsing: result.written)
            let original = MIMEMessage(parsing: mails[name] ?? [])
            #expect(Essence(message) == Essence(original), "seed \(seed) mail \(name)")
        }
    }

    @Test(.enabled(if: Checkout.mailCorpus != nil), arguments: MailPeer.all)
    func `Real mail stays the same, save what the other program reads otherwise`(
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
            let original = MIMEMessage(parsing: mails[name] ?? [])
            let message = MIMEMessage(parsing: result.written)
            if Essence(message) == Essence(original) {
                same += 1
            } else if result.reading.tree != original.tree {
                // It wrote what it had read: another tree.
                excused += 1
            } else {
                different.append(files[name] ?? name)
            }
        }
        let share = Double(same) / Double(max(same + different.count, 1))
        print(
            "\(peer.name) wrote \(results.count) of \(mails.count) real messages anew: \(same) the",
            "same, \(different.count) different, \(excused) that it reads as another tree")
        for file in different.sorted().prefix(40) { print("  different: \(file)") }
        #expect(share >= 0.97)
    }
}
