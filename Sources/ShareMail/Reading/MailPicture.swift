/// A picture that came in a message.
public struct MailPicture: Hashable, Sendable {
    /// The part's place in the message, as `1.2`.
    public var path: String
    /// The picture's bytes as they came: not to be trusted.
    public var bytes: [UInt8]
    /// SHA-256 of the bytes, 64 lower-case hexadecimal digits.
    public var sha256: String
    /// The media type by the bytes.
    public var mediaType: String
    /// The part's file name, as the message says it: never a path to write to.
    public var fileName: String?
    /// The part's Content-ID, without the angle brackets.
    public var contentID: String?
    /// Whether the message's HTML shows it, or its Content-ID says that it is our preview.
    public var isShownInline: Bool
}

/// What led from a record to its picture.
public enum PictureMatch: String, Sendable, Hashable {
    /// The same bytes.
    case sha256
    /// The record's identity in the picture's own metadata.
    case recordID = "record-id"
    /// The part's Content-ID.
    case contentID = "content-id"
    /// The part's file name.
    case fileName = "file-name"
    /// The look of the picture.
    case perceptualHash = "perceptual-hash"
    /// The only order in which records and pictures can belong together.
    case order
    /// The picture itself tells the story.
    case own
}
