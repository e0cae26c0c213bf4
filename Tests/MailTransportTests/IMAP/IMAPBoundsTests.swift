import OutputText
import Synchronization
import TestSupport
import Testing

@testable import MailTransport

/// How much a server may say, and for how long, at small values.
@Suite struct IMAPBoundsTests {
    private static let mail = Array("Subject: a\r\n\r\nb\r\n".utf8)

    /// A clock that stands but for when it is told to go on.
    private final class Clock: Sendable {
        private let start = ContinuousClock.now
        private let minutes = Mutex(0.0)
        func advance(by more: Double) { minutes.withLock { $0 += more } }
        var now: ContinuousClock.Instant { start + .seconds(60 * minutes.withLock { $0 }) }
    }

    private func connect(
        _ server: ScriptedIMAP, _ bounds: IMAPLimits = .standard, _ clock: Clock = Clock()
    ) throws -> IMAPConnection {
        var account = MailAccount(name: "home", address: "anna@example.org")
        account.imap = try ServerAddress(server.address, for: .imap)
        var limits = ConnectionLimits()
        limits.quiet = 5
        return try IMAPConnection(
            account, secret: nil, limits: limits, bounds: bounds, clock: { clock.now },
            shouldStop: { false })
    }

    @Test(arguments: [(9, true), (10, false), (1000, false)])
    func `an answer of too many responses is left`(count: Int, isTaken: Bool) throws {
        let server = try ScriptedIMAP([Self.mail]) { tag, command in
            guard command.hasPrefix("EXAMINE") else { return nil }
            let many = String(repeating: "* OK still here\r\n", count: count)
            return [.say(many + "\(tag) OK\r\n")]
        }
        var bounds = IMAPLimits()
        // The end of the answer counts too.
        bounds.responses = 10
        let connection = try connect(server, bounds)
        if isTaken {
            _ = try connection.examine("INBOX")
        } else {
            let error = #expect(throws: WitError(.notUnderstood, "")) {
                try connection.examine("INBOX")
            }
            #expect(error?.message.contains("sent an unbounded response") == true)
        }
    }

    @Test func `an answer that goes on for half an hour is left`() throws {
        let clock = Clock()
        let server = try ScriptedIMAP([Self.mail]) { tag, command in
            guard command.hasPrefix("EXAMINE") else { return nil }
            clock.advance(by: 31)
            // More than is read at once: what is read next comes too late.
            return [.say(String(repeating: "* OK still here\r\n", count: 20_000) + "\(tag) OK\r\n")]
        }
        let connection = try connect(server, .standard, clock)
        let error = #expect(throws: WitError(.timedOut, "")) {
            try connection.examine("INBOX")
        }
        #expect(error?.isTransient == true)
        // Each answer has the half hour for itself.
        #expect(try self.connect(server, .standard, clock).mailboxes().isEmpty)
    }

    @Test(arguments: [(29.0, true), (31.0, false)])
    func `a message may take hours as long as it flows`(minutes: Double, isTaken: Bool) throws {
        let message = [UInt8](repeating: 0x78, count: 2_000_000)
        let clock = Clock()
        let connection = try connect(try ScriptedIMAP([message]), .standard, clock)
        _ = try connection.examine("INBOX")
        var count = 0
        func fetch() throws(WitError) -> Bool {
            try connection.message(1, limit: 3_000_000) { (piece) throws(WitError) in
                // The deadline is set when a piece comes, and looked at before the next one.
                if count > 0 { clock.advance(by: minutes) }
                count += piece.count
            }
        }
        _ = try? fetch()
        #expect((count == message.count) == isTaken)
    }

    @Test func `what is said of the parts of many mails is kept within bounds`() throws {
        let name = String(repeating: "n", count: 900)
        let structure =
            "("
            + String(
                repeating: "(\"IMAGE\" \"JPEG\" (\"NAME\" \"\(name)\") NIL NIL \"BASE64\" 999)",
                count: 10) + " \"MIXED\")"
        let server = try ScriptedIMAP(
            [[UInt8]](repeating: Self.mail, count: 20), structure: structure)
        var bounds = IMAPLimits()
        bounds.summaryBytes = 60_000
        let connection = try connect(server, bounds)
        _ = try connection.examine("INBOX")
        let found = try connection.summaries(of: Array(1...20))
        #expect(found.count == 20 && found.allSatisfy { $0.bytes == Self.mail.count })
        // About 10 KB each; those without parts are fetched whole.
        let kept = found.prefix { $0.parts?.count == 10 }
        #expect((4...6).contains(kept.count))
        #expect(found.dropFirst(kept.count).allSatisfy { $0.parts == nil })
    }
}
