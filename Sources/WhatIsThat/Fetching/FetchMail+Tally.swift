import JSON
import PhotoRecords

extension FetchMail {
    /// What looks through a mailbox did.
    public struct Tally: JSONReport, Equatable {
        /// The account's name.
        public internal(set) var account = ""
        /// The mailbox; nil for POP3, which knows only one.
        public internal(set) var mailbox: String?
        /// Mails with photos or their stories that were imported.
        public internal(set) var taken = 0
        /// Mails without any.
        public internal(set) var passedOver = 0
        /// Mails that could not be imported.
        public internal(set) var failed = 0
        /// Mails that failed in several fetches and are not tried any more, unless it is asked for.
        public internal(set) var givenUp = 0
        /// Bytes of whole messages that came over.
        public internal(set) var bytes = 0
        /// Whether there was nothing at all to look at.
        public var isEmpty: Bool { taken + passedOver + failed == 0 }

        /// Adds what a later look did.
        mutating func add(_ other: Self) {
            taken += other.taken
            passedOver += other.passedOver
            failed += other.failed
            givenUp = other.givenUp
            bytes += other.bytes
        }

        /// One object: `account`, `mailbox`, `taken`, `passedOver`, `failed`, `givenUp`, `bytes`.
        public var json: JSONValue {
            var object: JSONObject = [
                "account": .string(account), "taken": .integer(Int64(taken)),
                "passedOver": .integer(Int64(passedOver)), "failed": .integer(Int64(failed)),
                "givenUp": .integer(Int64(givenUp)), "bytes": .integer(Int64(bytes)),
            ]
            object["mailbox"] = mailbox.map(JSONValue.string)
            return .object(object)
        }
    }
}
