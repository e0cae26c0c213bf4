import CatalogDatabase
import Testing

@Suite struct FetchStateTests {
    private let catalog: PhotoCatalog
    private let fixture: CatalogFixture
    private let source = FetchSource(
        server: "imap:mail.example.org", user: "anna", mailbox: "INBOX")

    init() throws {
        fixture = try CatalogFixture()
        catalog = fixture.catalog
    }

    @Test func `what was noted of a mailbox comes back, and no other mailbox has it`() throws {
        var note = FetchNote()
        note.reached = (uidValidity: .max, done: "1:7,9")
        note.failures = [FetchFailure(message: "8", reason: "It is no mail.", tries: 2)]
        try catalog.note(note, of: source)
        let state = try catalog.fetchState(of: source)
        #expect(state.uidValidity == .max)
        #expect(state.done == "1:7,9")
        #expect(state.failures == note.failures)
        let other = FetchSource(server: source.server, user: source.user, mailbox: "Sent")
        #expect(try catalog.fetchState(of: other) == FetchState())
    }

    @Test
    func `a message that a process died over alone counts one more death than one of several`()
        throws
    {
        try catalog.noteTaking(["5"], of: source, process: 11, ends: ["5": 3])
        try catalog.noteTaking(["6", "7"], of: source, process: 12, ends: ["7": 1])
        try catalog.noteTaking(["8"], of: source, process: 13, ends: [:])
        let attempts = try catalog.interruptedAttempts(of: source) { $0 == 13 }
        let expected = [("5", 4), ("6", 0), ("7", 1)].map {
            InterruptedAttempt(message: $0.0, ends: $0.1)
        }
        #expect(attempts.sorted { $0.message < $1.message } == expected)
        try catalog.forgetInterruptedAttempts(of: source) { $0 == 13 }
        #expect(try catalog.interruptedAttempts(of: source) { $0 == 13 } == [])
        let rest = try catalog.interruptedAttempts(of: source) { _ in false }
        #expect(rest == [InterruptedAttempt(message: "8", ends: 1)])
    }
}
