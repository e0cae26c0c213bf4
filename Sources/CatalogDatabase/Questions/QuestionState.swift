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
    ///   closed. Once every answer is rejected, the question is open again.
    /// - A bounce makes an open one undeliverable once the last mail to each of those who were asked
    ///   came back. A report on an address that the mail did not go to (mail is forwarded) is on its
    ///   only recipient.
    /// - An accepted answer settles it unless it is withdrawn; what a person decides last holds.
    /// - Comments, due dates, automatic mail, other mail and answers of strangers change nothing.
    ///
    /// - Parameters:
    ///   - conversation: What happened, in its order.
    ///   - recipients: The addresses of those who were asked.
    public init(of conversation: [QuestionEvent], askedOf recipients: [String]) {
        let asked = Set(recipients.map { $0.lowercased() })
        var state = QuestionState.open
        var deliveries = Deliveries(to: asked)
        var undecided: [String?] = []
        for event in conversation {
            switch event.kind {
            case .asked, .reminded:
                state = .open
                undecided = []
                deliveries.send(event)
            case .reopened:
                state = .open
                undecided = []
                deliveries.forget()
            case .answer:
                if state == .open || state == .undeliverable { state = .answered }
                undecided.append(event.name)
            case .rejected:
                undecided.removeAll { $0 != nil && $0 == event.text }
                if state == .answered, undecided.isEmpty { state = .open }
            case .bounce:
                deliveries.fail(event)
                if state == .open, deliveries.reachedNobody { state = .undeliverable }
            case .accepted: if state != .withdrawn { state = .settled }
            case .settled: state = .settled
            case .withdrawn: state = .withdrawn
            case .claim, .message, .automatic, .comment, .due: break
            }
        }
        self = state
    }
}

/// Which mail went to whom last, and who was not reached by it.
private struct Deliveries {
    /// Those who were asked, in small letters.
    private let asked: Set<String>
    /// Whom each mail went to, by its Message-ID.
    private var recipients: [String: Set<String>] = [:]
    /// The last mail to each address.
    private var last: [String: String] = [:]
    private var unreached: Set<String> = []

    init(to asked: Set<String>) { self.asked = asked }

    /// Whether the last mail to each of those who were asked came back.
    var reachedNobody: Bool { !asked.isEmpty && unreached == asked }

    mutating func send(_ mail: QuestionEvent) {
        let told = Set(mail.recipients.map { $0.lowercased() })
        let all = told.isEmpty ? asked : told
        unreached.subtract(all)
        guard let id = mail.messageID else { return }
        recipients[id] = all
        for address in all { last[address] = id }
    }

    mutating func fail(_ report: QuestionEvent) {
        let mail = report.about.flatMap { recipients[$0] }
        let all = mail ?? asked
        let failed = Set(report.failed.map { $0.address.lowercased() })
        let lost = all.count == 1 && !failed.isEmpty ? all : all.intersection(failed)
        // What came back of an earlier mail says nothing of the one that followed it.
        unreached.formUnion(
            lost.filter { mail == nil || last[$0] == nil || last[$0] == report.about })
    }

    mutating func forget() { unreached = [] }
}
