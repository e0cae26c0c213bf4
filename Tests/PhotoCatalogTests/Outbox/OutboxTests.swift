import Foundation
import PhotoRecord
import TestSupport
import Testing

@testable import PhotoCatalog

@Suite struct OutboxTests {
    private let fixture: CatalogFixture
    private var catalog: PhotoCatalog { fixture.catalog }

    init() throws { fixture = try CatalogFixture() }

    @discardableResult
    private func put(_ id: String = "a@example.org", bytes: [UInt8] = Array("x".utf8)) throws
        -> OutboxMail
    {
        var place = 0
        return try catalog.putIntoOutbox(
            OutboxMail.Draft(
                messageID: id, account: "home", sender: "anna@example.org",
                recipients: ["ben@example.org", "\"c\\\"y\"@example.org"], subject: "Kites ☂",
                photos: [RecordID(), RecordID()]), now: 100
        ) { buffer in
            // Odd portions, that don't end where the pieces do.
            let count = min(buffer.count, bytes.count - place, 70_001)
            buffer.copyBytes(from: bytes[place..<place + count])
            place += count
            return count
        }
    }

    private func bytes(_ number: Int64) throws -> [UInt8] {
        var all: [UInt8] = []
        try catalog.readOutbox(number) { all += $0 }
        return all
    }

    @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 1_000_000])
    func `a mail is kept byte for byte, in pieces`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let mail = try put(bytes: bytes)
        #expect(mail.bytes == count && mail.state == .queued && mail.dueAt == 100)
        #expect(mail.recipients == ["ben@example.org", "\"c\\\"y\"@example.org"])
        #expect(mail.subject == "Kites ☂" && mail.photos.count == 2)
        #expect(try self.bytes(mail.number) == bytes)
        #expect(try catalog.outbox() == [mail])
        let piece = try catalog.outboxPiece(0, of: mail.number)
        #expect((piece?.count ?? 0) <= OutboxSchema.pieceBytes)
    }

    @Test func `a mail that breaks off while it is put in leaves nothing`() throws {
        struct Broken: Error {}
        var calls = 0
        #expect(throws: CatalogError.self) {
            try catalog.putIntoOutbox(
                OutboxMail.Draft(
                    messageID: "a@b", account: "a", sender: "a@b", recipients: ["b@c"],
                    subject: "", photos: []), now: 1
            ) { buffer in
                calls += 1
                if calls > 2 { throw Broken() }
                return buffer.count
            }
        }
        #expect(try catalog.outbox(all: true).isEmpty)
        #expect(try catalog.outboxPiece(0, of: 1) == nil)
    }

    @Test func `one Message-ID, one mail`() throws {
        try put()
        #expect(throws: CatalogError(.mailKnown, "")) { try put() }
        #expect(try catalog.outbox().count == 1)
    }

    @Test func `of many that claim a mail one gets it`() async throws {
        let number = try put().number
        let path = fixture.path
        let claims = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try PhotoCatalog(path: path, access: .readWrite).claimOutboxMail(number)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(claims.count(where: \.self) == 1)
        #expect(try catalog.outboxMail(number).attempts == 1)
    }

    @Test func `what a killed process left waits again, or was perhaps sent`() throws {
        let (early, late) = (try put("a@b").number, try put("b@b").number)
        for number in [early, late] { #expect(try catalog.claimOutboxMail(number)) }
        try catalog.noteHandedOver(late)
        for number in [early, late] { try catalog.settleOutboxMail(number, now: 500) }
        #expect(try catalog.outboxMail(early).state == .queued)
        #expect(try catalog.outboxMail(early).dueAt == 500)
        #expect(try catalog.outboxMail(late).state == .perhapsSent)
        #expect(try catalog.outboxMail(late).dueAt == nil)
        #expect(try !catalog.claimOutboxMail(late))
        // A new attempt begins anew.
        #expect(try catalog.requeueOutboxMail(late, now: 600).state == .queued)
        #expect(try catalog.claimOutboxMail(late))
        try catalog.settleOutboxMail(late, now: 700)
        #expect(try catalog.outboxMail(late).state == .queued)
        #expect(try bytes(late) == Array("x".utf8))
    }

    @Test func `what each outcome leaves`() throws {
        let outcomes: [(OutboxMail.Outcome, OutboxMail.State, keeps: Bool)] = [
            (.sent(answer: "250 fine"), .sent, false),
            (.postponed(until: 900, code: "deferred", why: "later"), .queued, true),
            (.failed(code: "refused", why: "no"), .failed, true),
            (.perhapsSent(why: "who knows"), .perhapsSent, true),
        ]
        for (index, (outcome, state, keeps)) in outcomes.enumerated() {
            let number = try put("\(index)@b").number
            #expect(try catalog.claimOutboxMail(number))
            let mail = try catalog.finishOutboxMail(number, outcome, now: 400)
            #expect(mail.state == state && mail.attempts == 1)
            #expect(mail.dueAt == (state == .queued ? 900 : nil))
            #expect(mail.photos.count == 2 && mail.messageID == "\(index)@b")
            if keeps {
                #expect(try bytes(number) == Array("x".utf8))
                let gone = try catalog.discardOutboxMail(number, now: 450)
                #expect(gone.state == .discarded && gone.endedAt == 450)
            }
            #expect(throws: CatalogError(.notSendable, "")) { try bytes(number) }
            #expect(throws: CatalogError(.notSendable, "")) {
                try catalog.requeueOutboxMail(number, now: 1)
            }
            #expect(throws: CatalogError(.notSendable, "")) {
                try catalog.discardOutboxMail(number, now: 1)
            }
        }
        #expect(try catalog.outbox().isEmpty)
        #expect(try catalog.outbox(all: true).count == 4)
        #expect(throws: CatalogError(.noSuchMail, "")) { try catalog.outboxMail(99) }
    }

    @Test func `the last bytes of a mail that was discarded meanwhile do not go out`() throws {
        let number = try put().number
        #expect(throws: CatalogError(.notSendable, "")) { try catalog.noteHandedOver(number) }
    }

    @Test(arguments: 1..<4)
    func `a catalog of a version before gets an outbox, and keeps what it has`(version: Int) throws
    {
        let path = fixture.folder.path("old\(version).wit")
        try OldCatalog.make(path, steps: version)
        let old = try PhotoCatalog(path: path, access: .readWrite)
        #expect(try old.add([.made("/p/a")]).added == 1)
        #expect(try old.outbox(all: true).isEmpty)
        #expect(try old.check(files: .none) == [])
    }
}
