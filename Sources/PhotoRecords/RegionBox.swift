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

extension RegionBox {
    init?(object: JSONObject) {
        guard let x = object["x"]?.double, let y = object["y"]?.double,
            let width = object["width"]?.double, let height = object["height"]?.double
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    func object(type: String, _ rotation: Double = 0) -> JSONObject {
        var object: JSONObject = [
            "type": .string(type), "x": .number(x), "y": .number(y), "width": .number(width),
            "height": .number(height),
        ]
        if rotation != 0 { object["rotation"] = .number(rotation) }
        return object
    }
}
