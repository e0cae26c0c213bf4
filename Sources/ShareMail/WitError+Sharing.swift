import OutputText

extension WitError.Code {
    /// No photo was given, or more than a message may hold.
    public static let photoCount: Self = "photo-count"
    /// Nobody is named who should get the message.
    public static let noRecipient: Self = "no-recipient"
    /// A header value has a line break or a NUL in it.
    public static let headerInjection: Self = "header-injection"
    /// A photo's file cannot be read.
    public static let fileUnreadable: Self = "file-unreadable"
    /// A photo's picture cannot be decoded or its metadata cannot be written.
    public static let pictureUnreadable: Self = "picture-unreadable"
    /// A template is not there or cannot be used.
    public static let template: Self = "template"
    /// A group of fields that there is not.
    public static let unknownGroup: Self = "unknown-group"
    /// What was read back from the finished message is not what was meant to leave.
    public static let notProven: Self = "not-proven"
    /// A temporary file cannot be made, written or read.
    public static let temporaryFile: Self = "temporary-file"
    /// The message could not be built.
    public static let messageUnbuildable: Self = "message-unbuildable"
    /// The payload is larger than its limit.
    public static let payloadTooLarge: Self = "payload-too-large"
    /// The bytes are no payload of ours, or damaged beyond reading.
    public static let payloadDamaged: Self = "payload-damaged"
    /// The payload is of a later major version.
    public static let payloadVersion: Self = "payload-version"
}

extension WitError {
    /// An error of a code, at a place, in a sentence.
    ///
    /// - Parameter place: a file's path, an option's name, a part of the message; may be empty.
    public init(_ code: Code, at place: String, _ message: String) {
        self.init(code, about: place.isEmpty ? nil : .item(place), message)
    }

    /// Where: a file's path, an option's name, a part of the message. May be empty.
    public var place: String { item }

    /// The person asked to stop; nothing was made.
    static let noMessage = WitError(.interrupted, "Stopped; no message was made.")
}
