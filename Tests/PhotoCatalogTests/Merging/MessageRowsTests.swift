import Foundation
import GRDB
import PhotoRecord
import TestSupport
import Testing

@testable import PhotoCatalog

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
        #expect(try catalog.hasPhotos(ofMessage: "m0@x", from: "e@x"))
        #expect(try !catalog.hasPhotos(ofMessage: "m0@x", from: "carla@example.org"))
        #expect(try catalog.check(files: .none) == [])
    }
}
