import JSON
import OutputText
import PhotoRecords

/// A question about a marked spot of a photo, mailed to somebody: what is that?
public struct Question: Sendable, Hashable {
    /// Who was asked.
    public struct Recipient: Sendable, Hashable {
        /// The mail address.
        public var address: String
        /// The name beside it; nil for none.
        public var name: String?

        /// Somebody.
        public init(address: String, name: String? = nil) {
            self.address = address
            self.name = name
        }
    }

    /// Its number: what a person calls it by.
    public let number: Int64
    /// The word in the mail's subject and in the tagged address, by which answers are found.
    public let token: String
    /// The photo.
    public let photo: RecordID
    /// What the photo was called when the question was asked.
    public let title: String
    /// Whether the photo is still in the catalog.
    public let isPhotoThere: Bool
    /// The marked spot, with an identity.
    public let region: Region
    /// The question in words.
    public let words: String
    /// The language of the mail.
    public let language: String
    /// The address that it was sent from; nil for a draft without one.
    public let sender: String?
    /// How the enlarged spot in the mail looks, in hexadecimal digits; nil where that is not known.
    public let spotHash: String?
    /// Who was asked, at least one.
    public let recipients: [Recipient]
    /// What happened, in its order.
    public let conversation: [QuestionEvent]

    /// How far it is.
    public var state: QuestionState {
        QuestionState(of: conversation, askedOf: recipients.map(\.address))
    }
    /// The day by which an answer is wanted (`2026-12-01`); nil for none.
    public var due: String? { conversation.last { $0.kind == .due }?.text }
    /// When it was asked first, in UTC.
    public var askedAt: String { conversation.first { $0.kind == .asked }?.at ?? "" }
    /// The mails that asked, the first one first, without angle brackets.
    public var messageIDs: [String] {
        var known: Set<String> = []
        return mails.compactMap(\.messageID).filter { known.insert($0).inserted }
    }
    /// The mails that asked, the first one first.
    private var mails: [QuestionEvent] {
        conversation.filter { $0.kind == .asked || $0.kind == .reminded }
    }
    /// The addresses that a mail which asked went to; nil where none of this Message-ID asked.
    public func told(by messageID: String) -> [String]? {
        mails.last { $0.messageID == messageID }?.recipients
    }
    /// The addresses that it was mailed from, in small letters.
    public var senders: Set<String> {
        Set((mails.compactMap(\.address) + [sender].compactMap { $0 }).map { $0.lowercased() })
    }
    /// What the lines to fill in are called in its mails, each with what it asks for: `what`, `who`.
    public var labels: [(label: String, asks: String)] {
        mails.flatMap { $0.labels.map { (label: $0.value, asks: $0.key) } }
    }
    /// The answers of those who were asked, or whom they asked in turn.
    public var answers: [QuestionEvent] { conversation.filter { $0.kind == .answer } }

    /// Whether an answer is wanted by a day that is over, and has not come.
    ///
    /// - Parameter today: The day it is: `2026-12-01`.
    public func isOverdue(on today: String) -> Bool {
        guard let due, state == .open || state == .undeliverable else { return false }
        return due < today
    }

    /// Why it is not mailed once more; nil where it may be.
    public var reminderRefusal: WitError? {
        guard state == .settled || state == .withdrawn else { return nil }
        return WitError.catalog(
            .notForQuestion,
            "question \(number) is \(state.rawValue); reopen it before you ask again")
    }

    /// The JSON form: `number`, `photo`, `title`, `photoGone`, `region`, `words`, `language`, `from`,
    /// `to`, `state`, `asked`, `due`, `answers` (how many).
    public var json: JSONValue {
        var object: JSONObject = [
            "number": .integer(number), "photo": .string(photo.text), "title": .string(title),
            "region": region.json, "words": .string(words), "language": .string(language),
            "to": .strings(recipients.map(\.address)), "state": .string(state.rawValue),
            "asked": .string(askedAt), "answers": .integer(Int64(answers.count)),
        ]
        object["from"] = sender.map(JSONValue.string)
        object["due"] = due.map(JSONValue.string)
        if !isPhotoThere { object["photoGone"] = true }
        return .object(object)
    }
}

extension Question {
    /// A question that is to be asked.
    public struct Draft: Sendable {
        /// The word by which answers are found; see `Question.token`.
        public var token: String
        /// The photo.
        public var photo: RecordID
        /// What the photo is called.
        public var title: String
        /// The marked spot; it needs an identity.
        public var region: Region
        /// Whether the photo gets the region with the question.
        public var addsRegion = false
        /// The question in words.
        public var words: String
        /// The language of the mail.
        public var language: String
        /// The address that it is sent from.
        public var sender: String?
        /// Who is asked, at least one.
        public var recipients: [Recipient]
        /// The mail's Message-ID without angle brackets.
        public var messageID: String
        /// The day by which an answer is wanted.
        public var due: String?
        /// How the enlarged spot in the mail looks, in hexadecimal digits.
        public var spotHash: String?
        /// What the lines to fill in are called in the mail; see `QuestionEvent.labels`.
        public var labels: [String: String] = [:]

        /// A question about a region of a photo.
        public init(
            token: String, photo: RecordID, title: String, region: Region, words: String,
            language: String, recipients: [Recipient], messageID: String
        ) {
            self.token = token
            self.photo = photo
            self.title = title
            self.region = region
            self.words = words
            self.language = language
            self.recipients = recipients
            self.messageID = messageID
        }
    }
}
