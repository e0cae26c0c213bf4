import JSON

/// What kind of thing a region marks: an open vocabulary.
public struct RegionKind: Hashable, Sendable, RawRepresentable {
    /// The word as it stands in JSON.
    public var rawValue: String
    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A person's face (MWG `Face`).
    public static let face = Self(rawValue: "face")
    /// An animal (MWG `Pet`).
    public static let pet = Self(rawValue: "pet")
    /// Where the camera focused (MWG `Focus`).
    public static let focus = Self(rawValue: "focus")
    /// A bar code (MWG `BarCode`).
    public static let barcode = Self(rawValue: "barcode")
    /// Any thing with a name.
    public static let thing = Self(rawValue: "thing")
    /// A spot that somebody asks about.
    public static let question = Self(rawValue: "question")
}

/// A part of the picture with a name: "that is the red kite".
public struct Region: Hashable, Sendable {
    /// The region's own identity, where it has one.
    public var id: String?
    /// What it shows.
    public var name: String?
    /// What kind of thing it is.
    public var kind: RegionKind?
    /// Its outline.
    public var shape: RegionShape
    /// The colour it is drawn in: `#RRGGBB`.
    public var color: String?
    /// Fields of the JSON form that this version does not know.
    public var unknown: JSONObject = [:]

    /// A region of a shape.
    public init(
        id: String? = nil, name: String? = nil, kind: RegionKind? = nil, shape: RegionShape,
        color: String? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.shape = shape
        self.color = color
    }
}

extension Region {
    init?(members: inout JSONMembers) {
        guard let shape = members.take("shape", { $0.object.map(RegionShape.init(object:)) })
        else {
            members.reject("shape", "is missing")
            return nil
        }
        self.init(
            id: members.string("id"), name: members.string("name"),
            kind: members.string("kind").map(RegionKind.init(rawValue:)), shape: shape,
            color: members.string("color"))
        unknown = members.rest
    }

    /// The JSON form (“The photo record”).
    public var json: JSONValue {
        var object = unknown
        object["id"] = id.map(JSONValue.string)
        object["name"] = name.map(JSONValue.string)
        object["kind"] = kind.map { .string($0.rawValue) }
        object["shape"] = .object(shape.object)
        object["color"] = color.map(JSONValue.string)
        return .object(object)
    }
}

extension [Region] {
    /// Leaves out the polygons of more points than `RegionShape.maximumPoints`, which nobody draws and every
    /// reader would have to pay for.
    ///
    /// - Parameter place: Where they were said, for the finding.
    /// - Returns: What says that and names the limit; nil where nothing is left out.
    public mutating func dropOversized(where place: String) -> Finding? {
        let limit = RegionShape.maximumPoints
        guard let first = first(where: { $0.shape.pointCount > limit }) else { return nil }
        let before = count
        removeAll { $0.shape.pointCount > limit }
        let others = before - count > 1 ? " (the first of \(before - count))" : ""
        return Finding(
            .warning, .regionPoints, where: place,
            "A polygon has \(first.shape.pointCount) points\(others); it is left out: an outline and its "
                + "holes have at most \(limit).")
    }
}

extension FindingCode {
    /// A polygon of more points than a region may have.
    public static let regionPoints: FindingCode = "region-points"
}
