import Foundation
import MIMEMessage
import TestSupport
import Testing

/// Real bounces, and real mail of people, where the corpora are there.
@Suite struct BounceCorpusTests {
    struct Row: Decodable {
        struct Recipient: Decodable, Equatable {
            var recipient: String
            var action: String
            var status: [String]
        }

        var file: String
        var deliveryStatus: [Recipient]
    }

    /// Where the corpus says nothing of a report that is there: it has an empty line between the lines of
    /// one recipient.
    static let unsaid: Set<String> = [
        "dos-lhost-messagelabs-01.eml", "mac-rhost-messagelabs-01.eml",
    ]

    /// A person's mail among the bounces, which says so itself.
    static let written = "not-is-not-bounce-02.eml"

    @Test(.needs(.bounceCorpus))
    func `every report has its recipients, and no bounce is taken for an answer`() throws {
        let corpus = try #require(Checkout.bounceCorpus)
        let rows = try Data(contentsOf: corpus.appending(path: "truth.jsonl"))
            .split(separator: UInt8(ascii: "\n"))
            .map { try JSONDecoder().decode(Row.self, from: $0) }
        #expect(rows.count == 416)
        for row in rows {
            let octets = Array(try Data(contentsOf: corpus.appending(path: row.file)))
            let message = MailMessage(parsing: octets)
            let found = DeliveryReport(of: message)?.recipients.map { recipient in
                Row.Recipient(
                    recipient: recipient.address.lowercased(), action: recipient.action,
                    status: recipient.status.map { [$0] } ?? [])
            }
            if Self.unsaid.contains(row.file) {
                #expect(found?.count == 1 && row.deliveryStatus.isEmpty, "\(row.file)")
            } else {
                #expect(found ?? [] == row.deliveryStatus, "\(row.file)")
            }
            let isAutomatic = AutomaticMail(of: message) != nil
            #expect(isAutomatic == (row.file != Self.written), "\(row.file)")
        }
    }

    @Test(.needs(.mailCorpus))
    func `what programs wrote in the corpus of mail is known, and nothing else`() throws {
        let corpus = try #require(Checkout.mailCorpus)
        var automatic: [String] = []
        for row in try MailTruth.rows(in: corpus) {
            let octets = Array(try Data(contentsOf: corpus.appending(path: row.file)))
            if AutomaticMail(of: MailMessage(parsing: octets)) != nil { automatic.append(row.file) }
        }
        #expect(automatic.sorted() == AutomaticVerdicts.files.sorted())
    }
}
