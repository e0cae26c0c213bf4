import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

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
        #expect(throws: WitError.self) {
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

    @Test func `the outbox has one mail for each Message-ID`() throws {
        try put()
        #expect(throws: WitError(.mailKnown, "")) { try put() }
        #expect(try catalog.outbox().count == 1)
    }

    @Test func `of many that claim a mail one gets it`() async throws {
        let number = try put().number
        let path = fixture.path
        let claims = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try PhotoCatalog(path: path, access: .readWrite).claimOutboxMail(number)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(claims.compactMap(\.self) == [1])
        #expect(try catalog.outboxMail(number).attempts == 1)
    }

    @Test func `what a killed process left waits again, or was perhaps sent`() throws {
        let (early, late) = (try put("a@b").number, try put("b@b").number)
        for number in [early, late] { #expect(try catalog.claimOutboxMail(number) == 1) }
        try catalog.noteHandedOver(late, attempt: 1)
        for number in [early, late] { try catalog.settleOutboxMail(number, now: 500) }
        #expect(try catalog.outboxMail(early).state == .queued)
        #expect(try catalog.outboxMail(early).dueAt == 500)
        #expect(try catalog.outboxMail(early).errorCode == "interrupted")
        #expect(try catalog.outboxMail(late).errorCode == "perhaps-sent")
        #expect(try catalog.outboxMail(late).state == .perhapsSent)
        #expect(try catalog.outboxMail(late).dueAt == nil)
        #expect(try catalog.claimOutboxMail(late) == nil)
        // A new attempt begins anew.
        #expect(try catalog.requeueOutboxMails([late], now: 600).map(\.state) == [.queued])
        #expect(try catalog.claimOutboxMail(late) == 2)
        try catalog.settleOutboxMail(late, now: 700)
        #expect(try catalog.outboxMail(late).state == .queued)
        #expect(try bytes(late) == Array("x".utf8))
    }

    @Test func `each outcome leaves the mail in its state`() throws {
        let outcomes: [(OutboxMail.Outcome, OutboxMail.State, keeps: Bool)] = [
            (.sent(answer: "250 fine"), .sent, false),
            (.postponed(until: 900, code: "deferred", why: "later"), .queued, true),
            (.failed(code: "refused", why: "no"), .failed, true),
            (.perhapsSent(why: "who knows"), .perhapsSent, true),
        ]
        for (index, (outcome, state, keeps)) in outcomes.enumerated() {
            let number = try put("\(index)@b").number
            #expect(try catalog.claimOutboxMail(number) == 1)
            let mail = try catalog.finishOutboxMail(number, attempt: 1, outcome, now: 400)
            #expect(mail.state == state && mail.attempts == 1)
            #expect(mail.dueAt == (state == .queued ? 900 : nil))
            #expect(mail.photos.count == 2 && mail.messageID == "\(index)@b")
            if keeps {
                #expect(try bytes(number) == Array("x".utf8))
                let gone = try catalog.discardOutboxMails([number, number], now: 450)
                #expect(gone.map(\.state) == [.discarded] && gone.first?.endedAt == 450)
            }
            #expect(throws: WitError(.notSendable, "")) { try bytes(number) }
            #expect(throws: WitError(.notSendable, "")) {
                try catalog.requeueOutboxMails([number], now: 1)
            }
            #expect(throws: WitError(.notSendable, "")) {
                try catalog.discardOutboxMails([number], now: 1)
            }
        }
        #expect(try catalog.outbox().isEmpty)
        #expect(try catalog.outbox(all: true).count == 4)
        #expect(throws: WitError(.noSuchMail, "")) { try catalog.outboxMail(99) }
    }

    @Test func `the last bytes of a mail that was discarded meanwhile do not go out`() throws {
        let number = try put().number
        #expect(throws: WitError(.notSendable, "")) {
            try catalog.noteHandedOver(number, attempt: 0)
        }
    }

    @Test func `an attempt that lost its claim neither sends nor settles the mail`() throws {
        let number = try put().number
        #expect(try catalog.claimOutboxMail(number) == 1)
        // A process that knows the catalog by another name sees no lock and settles it.
        try catalog.settleOutboxMail(number, now: 500)
        #expect(try catalog.claimOutboxMail(number) == 2)
        #expect(throws: WitError(.notSendable, "")) {
            try catalog.noteHandedOver(number, attempt: 1)
        }
        for outcome: OutboxMail.Outcome in [
            .sent(answer: "250"), .failed(code: "refused", why: "no"), .perhapsSent(why: "?"),
            .postponed(until: 1, code: "deferred", why: "later"),
        ] {
            let mail = try catalog.finishOutboxMail(number, attempt: 1, outcome, now: 600)
            #expect(mail.state == .sending && mail.attempts == 2 && mail.endedAt == nil)
        }
        #expect(try bytes(number) == Array("x".utf8))
        try catalog.noteHandedOver(number, attempt: 2)
        let mail = try catalog.finishOutboxMail(
            number, attempt: 2, .sent(answer: "250"), now: 700)
        #expect(mail.state == .sent && mail.endedAt == 700)
    }

    @Test func `mails are decided on all or none`() throws {
        let numbers = [try put("a@b").number, try put("b@b").number]
        #expect(try catalog.claimOutboxMail(numbers[0]) == 1)
        _ = try catalog.finishOutboxMail(
            numbers[0], attempt: 1, .failed(code: "refused", why: "no"), now: 2)
        let before = try catalog.outbox(all: true)
        #expect(throws: WitError(.noSuchMail, "")) {
            try catalog.requeueOutboxMails(numbers + [99], now: 3)
        }
        #expect(throws: WitError(.noSuchMail, "")) {
            try catalog.discardOutboxMails(numbers + [99], now: 3)
        }
        #expect(try catalog.outbox(all: true) == before)
        #expect(try bytes(numbers[0]) == Array("x".utf8))
        let again = try catalog.requeueOutboxMails(numbers + numbers, now: 4)
        #expect(again.map(\.number) == numbers && again.map(\.dueAt) == [4, 4])
    }

    @Test(arguments: [PhotoCatalog.Access.readWrite, .readOnly])
    func `a copy of the catalog does not send what the original sends`(
        access: PhotoCatalog.Access
    ) throws {
        let numbers = try (0..<3).map { try put("\($0)@b").number }
        #expect(try catalog.claimOutboxMail(numbers[1]) == 1)
        #expect(try catalog.claimOutboxMail(numbers[2]) == 1)
        _ = try catalog.finishOutboxMail(
            numbers[2], attempt: 1, .failed(code: "refused", why: "no"), now: 2)
        let path = fixture.folder.path("copy.wit")
        try PhotoCatalog(path: fixture.path, access: access).backup(to: path)
        let copy = try PhotoCatalog(path: path, access: .readWrite)
        #expect(try copy.outbox().map(\.state) == [.perhapsSent, .perhapsSent, .failed])
        #expect(try copy.outbox().map(\.dueAt) == [nil, nil, nil])
        #expect(try copy.outbox()[0].error?.contains("a copy") == true)
        #expect(try copy.claimOutboxMail(numbers[0]) == nil)
        #expect(try copy.check(files: .none) == [])
        #expect(try catalog.outbox().map(\.state) == [.queued, .sending, .failed])
        #expect(try catalog.claimOutboxMail(numbers[0]) == 1)
        let beside = try FileManager.default.contentsOfDirectory(
            atPath: fixture.folder.url.path
        ).filter { $0.contains("partial") }
        #expect(beside == [])
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
