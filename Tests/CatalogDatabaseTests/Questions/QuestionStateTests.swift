import CatalogDatabase
import Testing

/// What a conversation comes to.
@Suite struct QuestionStateTests {
    struct Story: Sendable, CustomTestStringConvertible {
        let events: [QuestionEvent]
        let recipients: [String]
        let state: QuestionState
        var testDescription: String {
            events.map(\.kind.rawValue).joined(separator: " ") + " → " + state.rawValue
        }

        init(
            _ kinds: QuestionEvent.Kind..., to recipients: [String] = ["ben@example.org"],
            failed: [[String]] = [], is state: QuestionState
        ) {
            var failed = failed[...]
            events = kinds.map { kind in
                var event = QuestionEvent(kind, at: "2026-11-20T10:00:00Z")
                if kind == .bounce {
                    event.failed = (failed.popFirst() ?? ["ben@example.org"]).map {
                        QuestionEvent.Undelivered(address: $0)
                    }
                }
                return event
            }
            self.recipients = recipients
            self.state = state
        }
    }

    static let two = ["Ben@example.org", "eve@example.org"]
    static let stories = [
        Story(.asked, is: .open),
        Story(.asked, .answer, is: .answered),
        Story(.asked, .answer, .answer, is: .answered),
        Story(.asked, .claim, is: .open),
        Story(.asked, .automatic, .message, .comment, .due, is: .open),
        Story(.asked, .answer, .accepted, is: .settled),
        Story(.asked, .answer, .accepted, .answer, is: .settled),
        Story(.asked, .settled, .reopened, is: .open),
        Story(.asked, .answer, .settled, .reopened, is: .open),
        Story(.asked, .answer, .settled, .reopened, .answer, is: .answered),
        Story(.asked, .withdrawn, is: .withdrawn),
        Story(.asked, .withdrawn, .answer, .accepted, is: .withdrawn),
        Story(.asked, .withdrawn, .settled, is: .settled),
        Story(.asked, .bounce, is: .undeliverable),
        Story(.asked, .bounce, .answer, is: .answered),
        Story(.asked, .answer, .bounce, is: .answered),
        Story(.asked, .bounce, .reminded, is: .open),
        Story(.asked, .bounce, .settled, .bounce, is: .settled),
        // Forwarded mail is reported by another address than was asked.
        Story(.asked, .bounce, failed: [["b@elsewhere.example"]], is: .undeliverable),
        Story(.asked, .bounce, to: two, failed: [["ben@example.org"]], is: .open),
        Story(
            .asked, .bounce, .bounce, to: two, failed: [["BEN@example.org"], ["eve@example.org"]],
            is: .undeliverable),
        Story(
            .asked, .bounce, .bounce, to: two, failed: [["ben@example.org"], ["x@example.org"]],
            is: .open),
        Story(
            .asked, .bounce, .reminded, .bounce, to: two,
            failed: [["ben@example.org"], ["eve@example.org"]], is: .open),
    ]

    @Test(arguments: stories)
    func `the state follows from the conversation alone`(story: Story) {
        #expect(QuestionState(of: story.events, askedOf: story.recipients) == story.state)
    }
}
