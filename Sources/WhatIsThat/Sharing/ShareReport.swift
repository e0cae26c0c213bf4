import CatalogDatabase
import JSON
import MIMEMessage
import OutputText
import PhotoRecords
import Privacy
import ShareMail

/// What a share came to.
public struct ShareReport: JSONReport {
    /// One mail, and where it went.
    public struct Message: JSONReport {
        /// The mail as it was made.
        public var share: ComposedShare
        /// The file that it was written into; nil for none.
        public var path: String?
        /// Whether the file is a draft.
        public var isDraft = false
        /// Whether the draft was opened; nil for no draft.
        public var opened: Bool?
        /// Why it was not opened.
        public var trouble: DraftFile.Unopened?
        /// The mail in the outbox, as it stands now.
        public var mail: OutboxMail?
        /// The question that the mail asks; nil for a mail that asks nothing.
        public var question: Question?

        /// What left: `messageID`, `subject`, `bytes`, `location`, `stripped`, `summary`, `output` or
        /// `draft`, `opened`, `outbox`, `photos`, `skipped`, `findings`; of a mail that asks,
        /// `question`.
        public var json: JSONValue {
            var object: JSONObject = [
                "messageID": .string(share.messageID.rawValue), "subject": .string(share.subject),
                "bytes": .count(share.byteCount), "location": .string(share.location.rawValue),
                "stripped": .strings(share.stripped.map(\.rawValue).sorted()),
                "summary": .string(share.summary),
            ]
            object[isDraft ? "draft" : "output"] = path.map { .string($0) }
            object["opened"] = opened.map { .bool($0) }
            object["outbox"] = mail?.json
            object["photos"] = .array(share.photos.map(Self.json))
            if !share.skipped.isEmpty {
                object["skipped"] = .array(
                    share.skipped.map { error in
                        [
                            "item": .string(error.place), "code": .string(error.code.rawValue),
                            "reason": .string(error.message),
                        ]
                    })
            }
            object["findings"] = .array(share.findings.map(\.json))
            object["question"] = question?.json
            return .object(object)
        }

        private static func json(_ photo: SharedPhoto) -> JSONValue {
            var object: JSONObject = [
                "record": photo.record.json, "file": .string(photo.file),
                "fileName": .string(photo.fileName), "bytes": .count(photo.bytes),
                "sha256": .string(photo.sha256), "location": .string(photo.location.rawValue),
            ]
            object["home"] = photo.home.map(JSONValue.string)
            if !photo.heldBack.isEmpty {
                object["heldBack"] = .strings(photo.heldBack.map(\.rawValue))
            }
            return .object(object)
        }
    }

    /// The mails, in their order; none where the share was stopped before they were made.
    public var messages: [Message] = []
    /// Whether a mail of it is in a file or in the outbox.
    var hasLeft: Bool { messages.contains { $0.path != nil || $0.mail != nil } }
    /// The question that the mail asks; nil for mails that ask nothing.
    public var question: Question? { messages.first?.question }
    /// Photos that could not be found and were left out, since that was wanted.
    public var unknown: [WitError] = []
    /// Older mails that wait in the outbox.
    public var waiting = 0
    /// Older mails in the outbox that need a person's decision.
    public var undecided = 0
    /// Whether the task was cancelled: before there are mails, none is made; then those that were made are
    /// written and wait in the outbox.
    public var wasInterrupted = false

    /// The photos that are in no mail, since they could not go.
    public var skipped: [WitError] { messages.first?.share.skipped ?? [] }

    /// The mails in the outbox.
    public var mails: [OutboxMail] { messages.compactMap(\.mail) }

    /// An array of the mails.
    public var json: JSONValue { .array(messages.map(\.json)) }
}
