import Foundation
import GRDB
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// Messages are known by their Message-ID and their contents together.
@Suite struct MessageRowsTests {
    @Test func `an older catalog learns the addresses of its messages, and knows them`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("old.wit")
        let step = try #require(CatalogSchema.steps.firstIndex(of: MessageSchema.step))
        try OldCatalog.make(path, steps: step)
        let senders: [(String?, String?)] = [
            ("Anna Ames <Anna@Example.org>", "anna@example.org"),
            ("ben@example.org", "ben@example.org"), (nil, nil), ("Nobody", "nobody"),
            ("a <b@c> <mallory@example.net>", "mallory@example.net"),
        ]
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            for (number, sender) in senders.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO message (message_id, sender, subject, at) VALUES (?, ?, ?, ?)
                        """,
                    arguments: ["m\(number)@x", sender.0, "Kites", "2026-11-21"])
            }
        }
        try queue.close()
        let catalog = try PhotoCatalog(path: path, access: .readWrite)
        for (number, sender) in senders.enumerated() {
            let message = try #require(try catalog.message(ofSource: "mail:m\(number)@x"))
            #expect(message.address == sender.1 && message.messageID == "m\(number)@x")
            #expect(message.digest == nil && !message.sharesID)
        }
        // The same mail again gets its digest; another one of its id is another mail.
        let origin = MessageOrigin(
            messageID: "m0@x", sender: senders[0].0, address: senders[0].1, subject: "Kites",
            date: "2026-11-21", digest: "0a")
        var other = origin
        (other.sender, other.address, other.digest) = ("Eve <e@x>", "e@x", "0b")
        var record = IncomingRecord(record: PhotoRecord(), origin: origin)
        record.picture = .made("/a")
        record.record.name = "Red kite"
        var forged = IncomingRecord(record: PhotoRecord(), origin: other)
        forged.picture = .made("/a")
        forged.record.name = "Evil"
        let id = try #require(try catalog.merge([record]).items.first?.photo)
        _ = try catalog.merge([forged])
        let messages = try catalog.messages(of: id)
        #expect(messages.map(\.source) == ["mail:m0@x", "mail:m0@x#2"])
        #expect(messages.map(\.digest) == ["0a", "0b"])
        #expect(messages.map(\.sharesID) == [true, true])
        #expect(try catalog.check(files: .none) == [])
    }

    @Test func `the mails of a series are found at once, by their sender alone`() throws {
        let fixture = try CatalogFixture()
        for (identity, address) in [
            ("s-2@x", "a@x"), ("s-3@x", "eve@x"), ("s-10@x", "a@x"), ("s-04@x", "a@x"),
            ("s-5@y", "a@x"), ("s-11@x", "a@x"), ("s-@x", "a@x"), ("s-t-6@x", "a@x"),
        ] {
            let origin = MessageOrigin(
                messageID: identity, sender: address, address: address, subject: nil, date: nil,
                digest: identity)
            var record = IncomingRecord(record: PhotoRecord(), origin: origin)
            record.picture = .made("/" + identity)
            _ = try fixture.catalog.merge([record])
        }
        #expect(
            try fixture.catalog.numbersWithPhotos(ofMessages: "s-", "@x", upTo: 10, from: "a@x")
                == [2, 10])
        #expect(
            try fixture.catalog.numbersWithPhotos(ofMessages: "s-", "@x", upTo: 10, from: nil)
                .isEmpty)
    }
}
