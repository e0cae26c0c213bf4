import OutputText

/// Why a share message could not be made or a payload could not be read.
///
/// Two errors are equal if their codes are: the sentence is for people.
public struct ShareError: SpokenError, Sendable, Hashable {
    /// What went wrong, as a stable word: an open vocabulary.
    public struct Code: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
        /// The word.
        public var rawValue: String
        /// Takes any word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Takes a literal as the word.
        public init(stringLiteral value: String) { rawValue = value }

        /// No photo was given, or more than a message may hold.
        public static let photoCount: Code = "photo-count"
        /// Nobody is named who should get the message.
        public static let noRecipient: Code = "no-recipient"
        /// A header value has a line break or a NUL in it.
        public static let headerInjection: Code = "header-injection"
        /// A photo's file cannot be read.
        public static let fileUnreadable: Code = "file-unreadable"
        /// A photo's picture cannot be decoded or its metadata cannot be written.
        public static let pictureUnreadable: Code = "picture-unreadable"
        /// A template is not there or cannot be used.
        public static let template: Code = "template"
        /// The message would be larger than allowed.
        public static let tooLarge: Code = "too-large"
        /// The finished message holds a location that should have stayed at home.
        public static let locationLeak: Code = "location-leak"
        /// What was to be left out is in the finished message.
        public static let fieldLeak: Code = "field-leak"
        /// A group of fields that there is not.
        public static let unknownGroup: Code = "unknown-group"
        /// The finished message holds a path of this machine.
        public static let pathLeak: Code = "path-leak"
        /// What was read back from the finished message is not what was meant to leave.
        public static let notProven: Code = "not-proven"
        /// A temporary file cannot be made, written or read.
        public static let temporaryFile: Code = "temporary-file"
        /// The person asked to stop.
        public static let stopped: Code = "stopped"
        /// The message could not be built.
        public static let messageUnbuildable: Code = "message-unbuildable"
        /// The payload is larger than its limit.
        public static let payloadTooLarge: Code = "payload-too-large"
        /// The bytes are no payload of ours, or damaged beyond reading.
        public static let payloadDamaged: Code = "payload-damaged"
        /// The payload is of a later major version.
        public static let payloadVersion: Code = "payload-version"
    }

    /// What went wrong.
    public var code: Code
    /// Where: a file's path, an option's name, a part of the message. May be empty.
    public var place: String
    /// One sentence for a person.
    public var message: String
    /// The further photos that cannot go, each for its own reason.
    public var others: [ShareError] = []

    /// An error of a code, at a place, in a sentence.
    public init(_ code: Code, at place: String = "", _ message: String) {
        self.code = code
        self.place = place
        self.message = message
    }

    /// One error of several photos' errors, which keeps them all; nil for none.
    static func all(_ errors: [ShareError]) -> ShareError? {
        guard var first = errors.first else { return nil }
        first.others += errors.dropFirst()
        return first
    }

    /// This error and the others that came with it.
    public var each: [ShareError] {
        var first = self
        first.others = []
        return [first] + others
    }

    /// The person asked to stop; nothing was made.
    public static let stopped = ShareError(.stopped, "Stopped; no message is made.")

    /// The sentence.
    public var description: String { message }

    /// Whether both have the same code.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
