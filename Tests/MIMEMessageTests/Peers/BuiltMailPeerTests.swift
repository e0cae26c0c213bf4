import Crypto
import Foundation
import MIMEMessage
import TestSupport
import Testing

/// What is built at random: sound by the standard's letter, and read by other programs as by ours.
@Suite struct BuiltMailPeerTests {
    private static let mails: (seed: UInt64, mails: [String: (MIMEBuilder, [UInt8])]) = {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed of built mail: \(seed)")
        var random = RandomMail(seed: seed)
        var mails: [String: (MIMEBuilder, [UInt8])] = [:]
        for number in 0..<300 {
            let builder = random.builder()
            if let bytes = try? builder.build() { mails["\(number)"] = (builder, bytes) }
        }
        return (seed, mails)
    }()

    /// RFC 5322 §2.1.1 and §2.3, RFC 2045 §2.7 and §6.7 (5), RFC 2047 §2.
    @Test func `every line is short, 7-bit, and ends with CRLF`() throws {
        try #require(Self.mails.mails.count > 250, "seed \(Self.mails.seed)")
        for (_, bytes) in Self.mails.mails.values {
            let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            #expect(parts.last?.isEmpty == true)
            for line in parts.dropLast() {
                #expect(line.last == 0x0D && line.dropLast().allSatisfy { $0 != 0x0D })
                #expect(line.allSatisfy { $0 < 0x80 && $0 != 0 })
                #expect(line.count <= 79, "seed \(Self.mails.seed): \(Array(line).text)")
            }
            for word in bytes.text.matches(of: /=\?utf-8\?[BQ]\?[^?]*\?=/) {
                #expect(word.output.utf8.count <= 75)
            }
        }
    }

    @Test func `our own parser finds nothing, and everything again`() {
        for (builder, bytes) in Self.mails.mails.values {
            let message = MailMessage(parsing: bytes)
            #expect(message.defects.isEmpty, "seed \(Self.mails.seed): \(message.defects)")
            for part in message.allParts {
                let defects = part.text().defects
                #expect(defects.isEmpty || !part.contentType.isText, "\(defects)")
                #expect(part.decode { _ in }.isEmpty)
            }
            #expect(message.subject == builder.subject)
            #expect(message.from == builder.from)
            #expect(message.to == builder.to)
            #expect(message.cc == builder.cc)
            #expect(message.date == builder.date)
            #expect(message.references == builder.references)
            #expect(message.headers["X-Note"] == builder.extraFields[0].value)
        }
    }

    @Test(.needs(MailPeer.requirement))
    func `GMime warns of nothing and reads the same`() throws {
        try agree(try #require(MailPeer.gmime))
    }

    @Test(.needs(.tool("python3")))
    func `Python's strict policy finds nothing and reads the same`() throws {
        try agree(try #require(MailPeer.python(strict: true)))
    }

    private func agree(_ peer: MailPeer) throws {
        let seed = Self.mails.seed
        let results = try peer.read(Self.mails.mails.mapValues(\.1))
        #expect(results.count == Self.mails.mails.count)
        for (name, result) in results {
            let message = MailMessage(parsing: Self.mails.mails[name]?.1 ?? [])
            #expect(result.reading.tree == message.tree, "seed \(seed) mail \(name)")
            // RFC 2047 §5 (3) forbids encoded words in `name=`, where old programs want them; the
            // name stands in `filename*=` too.
            let defects = result.reading.defects.filter { !$0.hasPrefix("Content-Type: ") }
            #expect(defects.isEmpty, "seed \(seed) mail \(name): \(defects)")
            let ours = message.leafParts.map {
                MailPeer.Leaf(
                    fileName: $0.fileName ?? "",
                    sha256: SHA256.hash(data: $0.decodedBody())
                        .map { String(format: "%02x", $0) }.joined())
            }
            #expect(result.reading.leaves == ours, "seed \(seed) mail \(name)")
        }
    }
}
