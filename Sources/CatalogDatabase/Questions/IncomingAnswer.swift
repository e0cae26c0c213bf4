import PhotoRecords

/// A mail that belongs to a question.
public struct IncomingAnswer: Sendable {
    /// The question's number.
    public var question: Int64
    /// What is kept of it; its moment is set when it is taken in.
    public var event: QuestionEvent
    /// The mail.
    public var origin: MessageOrigin
    /// What the marked region is, by the answer; nil where it does not say.
    public var name: String?
    /// The person who the region shows, by the answer; nil where it does not say.
    public var person: String?
    /// Whether the name is what a person wrote freely, and not what stands in a line to fill in or in
    /// a payload: it may be no name at all.
    public var isFreelyWorded = false
    /// The place that the answer names; nil where it names none.
    public var location: Location?
    /// When the photo was taken, by the answer; nil where it does not say.
    public var taken: CaptureTime?

    /// A mail of a question.
    public init(
        question: Int64, event: QuestionEvent, origin: MessageOrigin, name: String? = nil,
        person: String? = nil
    ) {
        self.question = question
        self.event = event
        self.origin = origin
        self.name = name
        self.person = person
    }
}

/// What became of a mail that belongs to a question.
public struct AnswerTally: Sendable, Hashable {
    /// The question as it stands then.
    public var question: Question
    /// What the mail is.
    public var kind: QuestionEvent.Kind
    /// By what it was found.
    public var by: QuestionEvent.Finding?
    /// Whether the very same mail was taken in before.
    public var isKnown = false
    /// The fields of the photo for which it makes proposals.
    public var proposed: [RecordField] = []
}

extension Proposal {
    /// The channel of a proposal that an answer to a question makes.
    public static let answerChannel = "answer"
    /// The channel of one that an answer makes in free words, or of a date beside the one in the photo's
    /// file: accepted only by its number.
    public static let wordsChannel = "words"
    /// The channel of one that somebody makes who was not asked: accepted only by its number.
    public static let claimChannel = "claim"
    /// The channels of all that answer a question.
    static let answerChannels: Set<String?> = [answerChannel, wordsChannel, claimChannel]

    /// Whether somebody who was asked says so.
    static func isAnswer(_ channel: String?) -> Bool {
        channel == answerChannel || channel == wordsChannel
    }
}
