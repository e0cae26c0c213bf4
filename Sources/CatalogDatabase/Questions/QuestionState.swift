/// How far a question is: what its conversation comes to, and nothing else.
public enum QuestionState: String, Sendable, Hashable, CaseIterable {
    /// Asked, and not answered yet.
    case open
    /// Somebody answered, and nobody has decided on that yet.
    case answered
    /// An answer was accepted, or a person closed it.
    case settled
    /// The mail reached none of those who were asked.
    case undeliverable
    /// A person gave it up.
    case withdrawn

    /// The state that a conversation comes to.
    ///
    /// - Asking, reminding and reopening leave it open, whatever was before.
    /// - An answer makes a question answered that is open or undeliverable; it opens none that is
    ///   closed.
    /// - A bounce makes an open one undeliverable once every recipient's mail came back. A report on
    ///   an address that nobody was asked by (mail is forwarded) is on the only recipient.
    /// - An accepted answer settles it unless it is withdrawn; what a person decides last holds.
    /// - Comments, due dates, automatic mail, other mail and answers of strangers change nothing.
    ///
    /// - Parameters:
    ///   - conversation: What happened, in its order.
    ///   - recipients: The addresses of those who were asked.
    public init(of conversation: [QuestionEvent], askedOf recipients: [String]) {
        let asked = Set(recipients.map { $0.lowercased() })
        var state = QuestionState.open
        var unreached: Set<String> = []
        for event in conversation {
            switch event.kind {
            case .asked, .reminded, .reopened:
                state = .open
                unreached = []
            case .answer:
                if state == .open || state == .undeliverable { state = .answered }
            case .bounce:
                let failed = event.failed.map { $0.address.lowercased() }
                unreached.formUnion(asked.intersection(failed))
                if asked.count == 1, !failed.isEmpty { unreached = asked }
                if state == .open, !asked.isEmpty, unreached == asked { state = .undeliverable }
            case .accepted: if state != .withdrawn { state = .settled }
            case .settled: state = .settled
            case .withdrawn: state = .withdrawn
            case .claim, .message, .automatic, .comment, .due: break
            }
        }
        self = state
    }
}
