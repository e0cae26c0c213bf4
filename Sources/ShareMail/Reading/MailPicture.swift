import Crypto
import MIMEMessage
import Pictures

/// A picture that came in a message.
///
/// Its bytes stay in the message and are decoded when they are asked for: memory stays flat however
/// many there are.
public struct MailPicture: Hashable, Sendable {
    /// The part's place in the message, as `1.2`.
    public var path: String
    /// How many bytes it has.
    public var byteCount: Int
    /// SHA-256 of the bytes, 64 lower-case hexadecimal digits.
    public var sha256: String
    /// The media type by the bytes.
    public var mediaType: String
    /// The part's file name, as the message says it: never a path to write to.
    public var fileName: String?
    /// The part's Content-ID, without the angle brackets.
    public var contentID: String?
    /// Whether the message's HTML shows it, or its Content-ID says that it is our preview.
    public var isShownInline = false
    /// Whether it is a PNG of the size of our locator maps.
    let isLikeMap: Bool
    private let part: MIMEPart

    /// The picture of a part.
    init(_ part: MIMEPart, _ format: PictureFormat) {
        var hash = SHA256()
        var count = 0
        part.decode { piece in
            hash.update(data: piece)
            count += piece.count
        }
        path = part.path
        byteCount = count
        sha256 = ExtractedContent.hex(hash.finalize())
        mediaType = format.mediaType
        fileName = part.fileName
        contentID = part.contentID?.rawValue
        isLikeMap = MapMark.hasSizeOfMap(part.decodedPrefix(MapMark.length))
        self.part = part
    }

    /// The picture's bytes as they came: not to be trusted. Each call decodes them anew.
    public var bytes: [UInt8] { part.decodedBody() }

    /// Whether both are one picture under one name at one place.
    public static func == (left: Self, right: Self) -> Bool {
        left.path == right.path && left.sha256 == right.sha256
            && left.fileName == right.fileName && left.contentID == right.contentID
            && left.isShownInline == right.isShownInline
    }

    /// Hashes place and bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(sha256)
    }
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
