import OutputText
import PhotoRecords

/// A small map that shows where on earth photos were taken: land, borders, towns to go by, pins and
/// a scale; drawn without any network.
///
/// It is a picture for people, of some kilometres to a pixel: what a message may not tell must be
/// taken from the pins before (their coordinates, their labels), since a map tells both.
public struct LocatorMap: Sendable {
    /// A spot to point at.
    public struct Pin: Hashable, Sendable {
        /// Where it is.
        public var coordinate: Coordinate
        /// What stands beside it: the place's name, or a number where there are several.
        public var label: String?
        /// How far from the point the place may be, in kilometres: drawn as a circle where that
        /// can be seen. 0 for an exact one.
        public var uncertainty: Double

        /// A pin.
        public init(_ coordinate: Coordinate, label: String? = nil, uncertainty: Double = 0) {
            self.coordinate = coordinate
            self.label = label
            self.uncertainty = uncertainty
        }
    }

    /// A town to go by.
    public struct Town: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Where it is.
        public var coordinate: Coordinate

        /// A town.
        public init(_ name: String, at coordinate: Coordinate) {
            self.name = name
            self.coordinate = coordinate
        }
    }

    /// The picture's size in pixels: meant to be shown at half of it.
    public static let size = (width: 800, height: 500)

    /// What is pointed at, at least one.
    public let pins: [Pin]
    /// The outlines of land, closed, country by country.
    public var land: [[Coordinate]]
    /// Towns to go by, the largest first; those that find no room are left out.
    public var towns: [Town] = []
    /// The middle of the map.
    public let middle: Coordinate
    /// From the middle to the left and right edge, in kilometres.
    public let halfWidth: Double

    /// The narrowest map: the outlines of land are drawn for a scale of 1 : 110 million and look
    /// coarse below it.
    private static let leastHalfWidth = 900.0
    /// As far a map is widened where no land is in sight: the middle of no ocean is farther from a
    /// coast.
    private static let mostForLand = 4800.0

    /// A map around pins; nil without any.
    ///
    /// - Parameter land: closed outlines, each country's own.
    public init?(of pins: [Pin], land: [[Coordinate]]) {
        guard let middle = MapProjection.middle(of: pins.map(\.coordinate)) else { return nil }
        self.pins = pins
        self.land = land
        self.middle = middle
        let projection = MapProjection(middle: middle)
        let ratio = Double(Self.size.width) / Double(Self.size.height)
        var half = Self.leastHalfWidth
        for pin in pins {
            let point = projection.point(pin.coordinate)
            half = max(half, abs(point.x) * 1.25, abs(point.y) * ratio * 1.25)
        }
        let nearest = land.joined().reduce(Double.infinity) { min($0, projection.distance($1)) }
        if nearest > half / ratio, nearest < .infinity {
            half = max(half, min(nearest * ratio * 1.2, Self.mostForLand))
        }
        // Half of the earth's girth to each side is the whole of it.
        halfWidth = min(half, Coordinate.earthRadius * .pi)
    }

    /// From the middle to the corners, in kilometres: towns within are of use.
    public var radius: Double {
        let ratio = Double(Self.size.height) / Double(Self.size.width)
        return halfWidth * (1 + ratio * ratio).squareRoot()
    }

    /// Numbers as a person writes them: `1–3, 5`; two in a row are `1, 2`.
    public static func ranges(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in Set(numbers).sorted() {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { run in
            switch run.count {
            case 1: "\(run.lowerBound)"
            case 2: "\(run.lowerBound), \(run.upperBound)"
            default: "\(run.lowerBound)–\(run.upperBound)"
            }
        }.joined(separator: ", ")
    }

    /// The labels of pins that became one; nil for none.
    static func joined(_ labels: [String]) -> String? {
        if labels.isEmpty { return nil }
        let numbers = labels.compactMap { Int($0) }
        return numbers.count == labels.count ? ranges(numbers) : labels.joined(separator: ", ")
    }

    /// The map as a PNG of `size`.
    ///
    /// - Throws: `WitError` where libvips or its SVG reader is not there.
    public func png() throws(WitError) -> [UInt8] {
        try PictureRenderer.png(fromOwnSVG: Array(svg().utf8))
    }
}
