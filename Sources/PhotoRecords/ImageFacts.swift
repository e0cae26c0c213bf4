import JSON

/// What is known of the picture's file and pixels.
public struct ImageFacts: Hashable, Sendable {
    /// The media type by the file's bytes, such as `image/jpeg`.
    public var mediaType: String?
    /// Pixels across, as encoded: before the orientation is applied.
    public var width: Int?
    /// Pixels down, as encoded: before the orientation is applied.
    public var height: Int?
    /// EXIF orientation, 1…8; nil means 1.
    public var orientation: Int?
    /// The file's size in bytes.
    public var bytes: Int?
    /// SHA-256 of the whole file, 64 lower-case hexadecimal digits.
    public var sha256: String?
    /// A hash of the encoded picture alone, which retagging does not change (“Identity”).
    public var fingerprint: String?
    /// A hash that resizing and recompressing hardly change, in hexadecimal digits.
    public var perceptualHash: String?
    /// Fields of the JSON form that this version does not know.
    public var unknown: JSONObject = [:]

    /// Nothing known yet.
    public init() {}

    /// Pixels across and down as displayed, after the orientation is applied; nil where a side is not
    /// known or not above 0.
    public var displayedSize: (width: Int, height: Int)? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return (5...8).contains(orientation ?? 1) ? (height, width) : (width, height)
    }
}

extension ImageFacts {
    init?(members: inout JSONMembers) {
        mediaType = members.string("mediaType")
        width = members.int("width")
        height = members.int("height")
        orientation = members.take("orientation") { value in
            value.int.flatMap { (1...8).contains($0) ? $0 : nil }
        }
        bytes = members.int("bytes")
        sha256 = members.string("sha256")
        fingerprint = members.string("fingerprint")
        perceptualHash = members.string("perceptualHash")
        unknown = members.rest
    }

    /// The JSON form (“The photo record”).
    public var json: JSONValue {
        var object = unknown
        object["mediaType"] = mediaType.map(JSONValue.string)
        object["width"] = width.map { .integer(Int64($0)) }
        object["height"] = height.map { .integer(Int64($0)) }
        object["orientation"] = orientation.map { .integer(Int64($0)) }
        object["bytes"] = bytes.map { .integer(Int64($0)) }
        object["sha256"] = sha256.map(JSONValue.string)
        object["fingerprint"] = fingerprint.map(JSONValue.string)
        object["perceptualHash"] = perceptualHash.map(JSONValue.string)
        return .object(object)
    }
}
