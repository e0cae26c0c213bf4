import MIMEMessage
import PhotoRecord

/// A photo as it leaves in a message.
public struct SharedPhoto: Sendable {
    /// The record as every carrier tells it.
    public var record: PhotoRecord
    /// The file on this machine that it was made from.
    public var file: String
    /// The attachment's file name.
    public var fileName: String
    /// The attachment's size in bytes.
    public var bytes: Int
    /// SHA-256 of the attached picture, 64 lower-case hexadecimal digits.
    public var sha256: String
    /// How the attached picture looks, as 16 hexadecimal digits; nil where it cannot be decoded.
    public var perceptualHash: String?
    /// How much of the location left at most.
    public var location = LocationGrade.exact
    /// The home zone that made it so; nil where that was chosen for the message.
    public var home: String?
}

/// A finished share message: read back, proven, ready to be handed to a file or a server.
public struct ComposedShare: Sendable {
    /// The message: 7-bit, lines ending with CR LF.
    public var bytes: [UInt8]
    /// Its Message-ID.
    public var messageID: MessageID
    /// Its subject.
    public var subject: String
    /// The photos, in the order of the message.
    public var photos: [SharedPhoto]
    /// How much of the location was to leave.
    public var location: LocationGrade
    /// What was left out of every photo.
    public var stripped: Set<FieldGroup> = []
    /// The size of the HTML part in bytes.
    public var htmlBytes: Int
    /// What the sender should know: words that name the place, captions that were shortened.
    public var findings: [Finding]

    /// What leaves, in a line for the sender: `3 photos, 2.4 MB, exact location of 2, within 10 km of
    /// 1 (Home), without camera`.
    public var summary: String {
        let count = photos.count == 1 ? "1 photo" : "\(photos.count) photos"
        let without = FieldGroup.allCases.filter(stripped.contains).map(\.rawValue)
        let left = without.isEmpty ? "" : ", without " + without.joined(separator: " and ")
        let place = SharedLocations(photos, asked: location).words
        return "\(count), \(Self.size(bytes.count)), \(place)\(left)"
    }

    private static func size(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return bytes < 1_000_000
            ? "\((bytes + 999) / 1000) kB" : "\(tenths / 10).\(tenths % 10) MB"
    }
}
