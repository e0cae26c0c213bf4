import JSON

/// A point of the displayed picture, in fractions of its width and height: (0, 0) is the top
/// left corner, (1, 1) the bottom right one.
public struct RegionPoint: Hashable, Sendable {
    /// The fraction of the width, to the right.
    public var x: Double
    /// The fraction of the height, downwards.
    public var y: Double
    /// A point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// An upright box of the displayed picture, in fractions of its width and height.
public struct RegionBox: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width, above 0.
    public var width: Double
    /// The height, above 0.
    public var height: Double
    /// A box by its top left corner and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The outline of a region.
public enum RegionShape: Hashable, Sendable {
    /// The box itself.
    case rectangle(RegionBox)
    /// The ellipse that fills the box.
    case ellipse(RegionBox)
    /// The points of a closed outline, at least 3.
    case polygon([RegionPoint])
    /// A PNG with alpha, stretched over the box; base64 as in JSON.
    case mask(RegionBox, png: String)
    /// A shape of a later version, as it came.
    case unknown(JSONObject)
}

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

extension RegionShape {
    init(object: JSONObject) {
        switch (object["type"]?.string, RegionBox(object: object)) {
        case ("rectangle", let box?): self = .rectangle(box)
        case ("ellipse", let box?): self = .ellipse(box)
        case ("mask", let box?):
            self = object["png"]?.string.map { .mask(box, png: $0) } ?? .unknown(object)
        case ("polygon", _):
            let points = (object["points"]?.array ?? []).compactMap { pair -> RegionPoint? in
                guard let pair = pair.array, pair.count == 2, let x = pair[0].double,
                    let y = pair[1].double
                else { return nil }
                return RegionPoint(x: x, y: y)
            }
            self = points.count >= 3 ? .polygon(points) : .unknown(object)
        default: self = .unknown(object)
        }
    }

    /// `type` with `x`, `y`, `width`, `height` (top left and size), `points` ([x, y] pairs) or
    /// `png` (base64).
    var object: JSONObject {
        switch self {
        case .rectangle(let box): box.object(type: "rectangle")
        case .ellipse(let box): box.object(type: "ellipse")
        case .mask(let box, let png):
            box.object(type: "mask").merging(["png": .string(png)]) { $1 }
        case .polygon(let points):
            [
                "type": "polygon",
                "points": .array(points.map { [.number($0.x), .number($0.y)] }),
            ]
        case .unknown(let object): object
        }
    }
}

extension RegionBox {
    init?(object: JSONObject) {
        guard let x = object["x"]?.double, let y = object["y"]?.double,
            let width = object["width"]?.double, let height = object["height"]?.double
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    func object(type: String) -> JSONObject {
        [
            "type": .string(type), "x": .number(x), "y": .number(y), "width": .number(width),
            "height": .number(height),
        ]
    }
}
