import PhotoRecords

/// A mail on its way out: who gets it, how far it is, and what the server said.
///
/// The message's bytes stand beside it until it is sent or discarded; see
/// `PhotoCatalog.readOutbox`.
public struct OutboxMail: Hashable, Sendable {
    /// How far a mail is.
    public enum State: String, Sendable, CaseIterable {
        /// Waits for its next attempt.
        case queued
        /// A process is at it, or was when it was killed.
        case sending
        /// The server has it.
        case sent
        /// The server or the account refuses it for good; a person must do something.
        case failed
        /// It was handed over and no answer was seen: only a person can tell.
        case perhapsSent = "perhaps-sent"
        /// A person gave it up.
        case discarded
    }

    /// Its number: what a person calls it by.
    public let number: Int64
    /// Its Message-ID without angle brackets: the same in every attempt.
    public let messageID: String
    /// The name of the account that sends it.
    public let account: String
    /// The envelope's sender.
    public let sender: String
    /// The envelope's recipients.
    public let recipients: [String]
    /// Its subject.
    public let subject: String
    /// The message's size in bytes.
    public let bytes: Int
    /// The photos in it, in their order.
    public let photos: [RecordID]
    /// How far it is.
    public var state: State
    /// How often a server was asked to take it.
    public var attempts: Int
    /// When it was put in, in seconds since 1970.
    public let queuedAt: Int64
    /// From when on the next attempt is due, in seconds since 1970; nil where none is.
    public var dueAt: Int64?
    /// When it was sent, failed or discarded, in seconds since 1970.
    public var endedAt: Int64?
    /// Why it is not sent: a stable word.
    public var errorCode: String?
    /// Why it is not sent: a sentence.
    public var error: String?
    /// What the server said when it took it.
    public var answer: String?

    /// A mail that is to be put into the outbox.
    public struct Draft: Sendable {
        /// The Message-ID without angle brackets.
        public var messageID: String
        /// The name of the account that sends it.
        public var account: String
        /// The envelope's sender.
        public var sender: String
        /// The envelope's recipients.
        public var recipients: [String]
        /// The subject.
        public var subject: String
        /// The photos in it.
        public var photos: [RecordID]

        /// A mail.
        public init(
            messageID: String, account: String, sender: String, recipients: [String],
            subject: String, photos: [RecordID]
        ) {
            self.messageID = messageID
            self.account = account
            self.sender = sender
            self.recipients = recipients
            self.subject = subject
            self.photos = photos
        }
    }

    /// What an attempt to send came to.
    public enum Outcome: Hashable, Sendable {
        /// The server took it, and said so in these words.
        case sent(answer: String)
        /// To be tried again from a moment on, in seconds since 1970.
        case postponed(until: Int64, code: String, why: String)
        /// Refused for good.
        case failed(code: String, why: String)
        /// Handed over without an answer.
        case perhapsSent(why: String)
    }
}
