import JSON
import PhotoRecords

/// One change to one photo that a person, or a tool for a person, makes.
public struct PhotoEdit: Sendable, Hashable {
    /// What is done.
    public enum Operation: Sendable, Hashable {
        /// A field gets this value, in its JSON form; nil empties it.
        case set(RecordField, JSONValue?)
        /// Elements are added to the end of a list (`keywords` or `people`) that lacks them.
        case add(RecordField, [String])
        /// Elements are taken out of a list (`keywords` or `people`).
        case remove(RecordField, [String])
    }

    /// The photo.
    public var photo: RecordID
    /// What is done.
    public var operation: Operation
    /// Who says so, where that is another one than who makes the whole change: `gpx:walk.gpx`.
    public var source: String?

    /// An operation on a photo.
    public init(_ photo: RecordID, _ operation: Operation, source: String? = nil) {
        self.photo = photo
        self.operation = operation
        self.source = source
    }

    /// Gives a photo a name; nil takes it away.
    public static func name(_ name: String?, of photo: RecordID) -> Self {
        Self(photo, .set(.name, name.map(JSONValue.string)))
    }

    /// Gives a photo a caption; nil takes it away.
    public static func caption(_ caption: String?, of photo: RecordID) -> Self {
        Self(photo, .set(.caption, caption.map(JSONValue.string)))
    }

    /// Says when a photo was taken; nil for unknown.
    public static func taken(_ taken: CaptureTime?, of photo: RecordID) -> Self {
        Self(photo, .set(.taken, taken?.json))
    }

    /// Says where a photo was taken; nil for unknown.
    public static func location(_ location: Location?, of photo: RecordID) -> Self {
        Self(photo, .set(.location, location?.json))
    }
}
