import JSON

/// One thing that happened with a question: a mail that went out or came, a word of the person who
/// asked, a decision.
public struct QuestionEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Sendable, CaseIterable {
        /// The question was mailed.
        case asked
        /// It was mailed again.
        case reminded
        /// Somebody answered.
        case answer
        /// Somebody who was not asked says to answer; only the subject's tag leads here.
        case claim
        /// A mail of the thread that answers nothing: one's own, or one without new words.
        case message
        /// A program wrote: out of office, a delay.
        case automatic
        /// A mail server reports that the question reached somebody not.
        case bounce
        /// The person who asked noted something.
        case comment
        /// The day by which an answer is wanted was set, or taken away.
        case due
        /// An answer was accepted.
        case accepted
        /// An answer was rejected.
        case rejected
        /// A person closed it.
        case settled
        /// A person gave it up.
        case withdrawn
        /// A person opened it again.
        case reopened
    }

    /// By what a mail was found to belong to a question, the strongest first.
    public enum Finding: String, Sendable, CaseIterable {
        /// By In-Reply-To or References.
        case thread
        /// By the tag of the address that it was sent to.
        case addressTag = "address-tag"
        /// By the marked region in its payload.
        case payload
        /// By the tag in its subject.
        case subjectTag = "subject-tag"
    }

    /// A line that somebody filled in.
    public struct Field: Sendable, Hashable {
        /// What the line is called.
        public var label: String
        /// What was filled in.
        public var value: String

        /// A line.
        public init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// A recipient that a mail did not reach, as a server reports (RFC 3464 §2.3).
    public struct Undelivered: Sendable, Hashable {
        /// The address.
        public var address: String
        /// The status code: `5.1.1`; nil where there is none.
        public var status: String?
        /// What the server said; nil where it said nothing.
        public var reason: String?

        /// A recipient.
        public init(address: String, status: String? = nil, reason: String? = nil) {
            self.address = address
            self.status = status
            self.reason = reason
        }
    }

    /// What happened.
    public var kind: Kind
    /// When, in UTC: of a mail that came, when it was taken in.
    public var at: String
    /// The mail's Message-ID without angle brackets; nil for what is no mail.
    public var messageID: String?
    /// Who wrote the mail, as it says: names and addresses.
    public var sender: String?
    /// The addresses of its From, in small letters, parted by commas.
    public var address: String?
    /// The new words of an answer, a comment, a due date (`2026-12-01`), the name that was accepted
    /// or rejected, the sign of an automatic mail.
    public var text: String?
    /// The lines that were filled in.
    public var fields: [Field] = []
    /// Whom a mail did not reach.
    public var failed: [Undelivered] = []
    /// By what the mail was found to belong to the question.
    public var foundBy: Finding?
    /// When the mail was sent, as it says.
    public var date: String?
    /// The addresses that a mail which asks went to.
    public var recipients: [String] = []
    /// What the lines to fill in are called in a mail which asks, by what they ask for: `what`, `who`.
    public var labels: [String: String] = [:]
    /// The Message-ID of the mail that did not arrive, without angle brackets.
    public var about: String?
    /// What the spot is, by an answer; nil where it does not say.
    public var name: String?

    /// Something that happens at a moment.
    public init(_ kind: Kind, at: String, text: String? = nil) {
        self.kind = kind
        self.at = at
        self.text = text
    }
}

extension QuestionEvent {
    /// The JSON form: `kind`, `at`, `messageID`, `from`, `date`, `text`, `fields` (an object: each
    /// label with its value), `failed` (`recipient`, `status`, `reason`), `by`, `to`, `labels` (an
    /// object), `about`, `name`.
    public var json: JSONValue {
        var object = detail
        object["kind"] = .string(kind.rawValue)
        object["at"] = .string(at)
        object["messageID"] = messageID.map(JSONValue.string)
        object["from"] = sender.map(JSONValue.string)
        object["text"] = text.map(JSONValue.string)
        if !fields.isEmpty {
            object["fields"] = .object(
                JSONObject(fields.map { ($0.label, .string($0.value)) }) { $1 })
        }
        return .object(object)
    }

    /// What is kept of it as JSON.
    var detail: JSONObject {
        var object: JSONObject = [:]
        object["by"] = foundBy.map { .string($0.rawValue) }
        object["date"] = date.map(JSONValue.string)
        if !fields.isEmpty {
            object["fields"] = .array(
                fields.map { ["label": .string($0.label), "value": .string($0.value)] })
        }
        if !failed.isEmpty {
            object["failed"] = .array(
                failed.map { failed in
                    var object: JSONObject = ["recipient": .string(failed.address)]
                    object["status"] = failed.status.map(JSONValue.string)
                    object["reason"] = failed.reason.map(JSONValue.string)
                    return .object(object)
                })
        }
        if !recipients.isEmpty { object["to"] = .strings(recipients) }
        if !labels.isEmpty { object["labels"] = .object(labels.mapValues(JSONValue.string)) }
        object["about"] = about.map(JSONValue.string)
        object["name"] = name.map(JSONValue.string)
        return object
    }

    /// Reads what was kept.
    mutating func read(detail object: JSONObject) {
        foundBy = object["by"]?.string.flatMap(Finding.init(rawValue:))
        date = object["date"]?.string
        recipients = (object["to"]?.array ?? []).compactMap(\.string)
        labels = (object["labels"]?.object ?? [:]).compactMapValues(\.string)
        about = object["about"]?.string
        name = object["name"]?.string
        fields = (object["fields"]?.array ?? []).compactMap { field in
            guard let label = field["label"]?.string, let value = field["value"]?.string else {
                return nil
            }
            return Field(label: label, value: value)
        }
        failed = (object["failed"]?.array ?? []).compactMap { failed in
            failed["recipient"]?.string.map {
                Undelivered(
                    address: $0, status: failed["status"]?.string,
                    reason: failed["reason"]?.string)
            }
        }
    }
}
