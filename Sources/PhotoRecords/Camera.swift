import JSON

/// The camera that took a photo, by the names it gives itself.
public struct Camera: Hashable, Sendable {
    /// The maker (EXIF Make).
    public var make: String?
    /// The model (EXIF Model).
    public var model: String?
    /// The lens (EXIF LensModel).
    public var lens: String?
    /// Fields of the JSON form that this version does not know.
    public var unknown: JSONObject = [:]

    /// A camera by what is known of it.
    public init(make: String? = nil, model: String? = nil, lens: String? = nil) {
        self.make = make
        self.model = model
        self.lens = lens
    }

    /// Whether nothing at all is known.
    public var isEmpty: Bool { make == nil && model == nil && lens == nil && unknown.isEmpty }
}

extension Camera {
    init?(members: inout JSONMembers) {
        self.init(
            make: members.string("make"), model: members.string("model"),
            lens: members.string("lens"))
        unknown = members.rest
    }

    /// The JSON form (“The photo record”).
    public var json: JSONValue {
        var object = unknown
        object["make"] = make.map(JSONValue.string)
        object["model"] = model.map(JSONValue.string)
        object["lens"] = lens.map(JSONValue.string)
        return .object(object)
    }
}
