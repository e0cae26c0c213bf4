import Foundation
import OutputText
import PhotoRecords

extension LocatorMap {
    /// The map as SVG 1.1.
    func svg() -> String {
        var sheet = MapSheet(self)
        sheet.drawLand()
        sheet.drawScale()
        sheet.drawPins()
        sheet.drawTowns()
        return sheet.svg
    }
}

/// The sheet that a locator map is drawn on: what is drawn and which room is taken.
struct MapSheet {
    private let map: LocatorMap
    private let projection: MapProjection
    private let pixelsPerKilometre: Double
    private let width = Double(LocatorMap.size.width)
    private let height = Double(LocatorMap.size.height)
    private var background = ""
    private var foreground = ""
    private(set) var taken: [Box] = []

    private static let pinLabelSize = 25.0
    private static let townLabelSize = 19.0

    /// A box of the sheet, in pixels.
    struct Box: Hashable {
        var left: Double
        var top: Double
        var width: Double
        var height: Double

        func meets(_ other: Box) -> Bool {
            left < other.left + other.width && other.left < left + width
                && top < other.top + other.height && other.top < top + height
        }
    }

    init(_ map: LocatorMap) {
        self.map = map
        projection = MapProjection(middle: map.middle)
        pixelsPerKilometre = width / 2 / map.halfWidth
    }

    /// All that was drawn.
    var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(LocatorMap.size.width)" \
        height="\(LocatorMap.size.height)" font-family="DejaVu Sans, sans-serif">
        <rect width="100%" height="100%" fill="#cfe1ec"/>
        \(background)\(foreground)</svg>
        """
    }

    /// Where a point lies on the sheet; beyond the radius at its end, in its true direction.
    private func position(_ place: Coordinate, within radius: Double = .infinity) -> (
        x: Double, y: Double
    ) {
        let point = projection.point(place, within: radius)
        return (width / 2 + point.x * pixelsPerKilometre, height / 2 + point.y * pixelsPerKilometre)
    }

    // MARK: Land

    /// Fills the outlines that reach into the sheet, with borders between them.
    mutating func drawLand() {
        // Points far outside are drawn in to twice the radius: a side that crosses the sheet stays
        // nearly where it is, and what lies round the antipode does not turn inside out.
        let bound = min(map.radius * 2, Coordinate.earthRadius * .pi)
        var (area, line) = ("", "")
        for outline in map.land {
            guard outline.contains(where: { projection.distance($0) < bound }) else { continue }
            var last: (x: Int, y: Int)?
            var wasSeam = true
            for corner in outline + outline.prefix(1) {
                let (x, y) = position(corner, within: bound)
                let tenth = (x: Int((x * 10).rounded()), y: Int((y * 10).rounded()))
                let isSeam = Self.isSeam(corner)
                if let last, last == tenth, isSeam == wasSeam { continue }
                let point = "\(Self.number(tenth.x)) \(Self.number(tenth.y))"
                area += (last == nil ? "M" : "L") + point
                line += (last == nil || (wasSeam && isSeam) ? "M" : "L") + point
                last = tenth
                wasSeam = isSeam
            }
            area += "Z"
        }
        background +=
            "<path d=\"\(area)\" fill=\"#f5f1e6\"/>\n<path d=\"\(line)\" fill=\"none\""
            + " stroke=\"#b9b09a\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/>\n"
    }

    /// Whether a corner lies where flat maps are cut: no coast runs from one such to the next.
    private static func isSeam(_ corner: Coordinate) -> Bool {
        abs(corner.longitude) > 179.99 || corner.latitude < -89.99
    }

    // MARK: Scale

    /// The length of the scale's bar: the longest of 1, 2, 5, 10, … kilometres within a quarter of
    /// the sheet.
    var scaleKilometres: Double {
        let most = map.halfWidth / 2
        var best = 1.0
        for power in [1.0, 10, 100, 1000, 10_000] {
            for step in [1.0, 2, 5] where step * power <= most { best = step * power }
        }
        return best
    }

    /// Draws the bar at the bottom left.
    mutating func drawScale() {
        let length = scaleKilometres * pixelsPerKilometre
        let label = "\(Int(scaleKilometres)) km"
        let (left, bottom) = (24.0, height - 24)
        foreground += """
            <path d="M\(left) \(bottom - 9)V\(bottom)H\(Self.text(left + length))V\(bottom - 9)" \
            fill="none" stroke="#37474f" stroke-width="2.5"/>

            """
        write(label, at: (left + 8, bottom - 9), size: 18, color: "#37474f")
        taken.append(
            Box(left: left - 6, top: bottom - 34, width: max(length, 90) + 12, height: 44))
    }

    // MARK: Pins

    /// Draws the pins; those that would cover one another become one.
    mutating func drawPins() {
        let spots = Self.gathered(map.pins.map { ($0, position($0.coordinate)) })
        for spot in spots {
            let uncertainty = spot.uncertainty * pixelsPerKilometre
            if uncertainty > 9 {
                foreground +=
                    "<circle cx=\"\(Self.text(spot.x))\" cy=\"\(Self.text(spot.y))\""
                    + " r=\"\(Self.text(uncertainty))\" fill=\"#c62828\" fill-opacity=\"0.18\"/>\n"
            }
            let (x, y) = (Self.text(spot.x), Self.text(spot.y))
            foreground += """
                <path d="M\(x) \(y)c-3 -12 -13 -17 -13 -28a13 13 0 1 1 26 0c0 11 -10 16 -13 28z" \
                fill="#c62828" stroke="#ffffff" stroke-width="2.5"/>
                <circle cx="\(x)" cy="\(Self.text(spot.y - 28))" r="4.5" fill="#ffffff"/>

                """
            taken.append(Box(left: spot.x - 15, top: spot.y - 44, width: 30, height: 46))
        }
        for spot in spots {
            guard let label = LocatorMap.joined(spot.labels), Self.canBeDrawn(label) else {
                continue
            }
            place(
                Self.shortened(label, 40), beside: (spot.x, spot.y - 20), gap: 20,
                size: Self.pinLabelSize, color: "#1d2b33", weight: "bold", always: true)
        }
    }

    /// A pin, or several that lie closer than a pin is wide.
    private struct Spot {
        var x: Double
        var y: Double
        var labels: [String]
        var uncertainty: Double
    }

    private static func gathered(
        _ pins: [(LocatorMap.Pin, (x: Double, y: Double))]
    ) -> [Spot] {
        var spots: [Spot] = []
        for (pin, (x, y)) in pins {
            if let near = spots.firstIndex(where: { abs($0.x - x) < 20 && abs($0.y - y) < 20 }) {
                if let label = pin.label, !spots[near].labels.contains(label) {
                    spots[near].labels.append(label)
                }
                spots[near].uncertainty = max(spots[near].uncertainty, pin.uncertainty)
            } else {
                let labels = pin.label.map { [$0] } ?? []
                spots.append(Spot(x: x, y: y, labels: labels, uncertainty: pin.uncertainty))
            }
        }
        return spots
    }

    // MARK: Towns

    /// Draws the towns that find room, the first ones first.
    mutating func drawTowns() {
        var drawn = 0
        for town in map.towns where drawn < 9 {
            let (x, y) = position(town.coordinate)
            guard (16...(width - 16)).contains(x), (16...(height - 16)).contains(y),
                Self.canBeDrawn(town.name)
            else { continue }
            let dot = Box(left: x - 5, top: y - 5, width: 10, height: 10)
            if taken.contains(where: { $0.meets(dot) }) { continue }
            guard
                place(
                    town.name, beside: (x, y), gap: 9, size: Self.townLabelSize, color: "#4a5a63")
            else { continue }
            taken.append(dot)
            foreground +=
                "<circle cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"4\" fill=\"#4a5a63\"/>\n"
            drawn += 1
        }
    }

    // MARK: Words

    /// Writes a label beside a point where nothing else stands: to the right, else to the left,
    /// else above or below.
    ///
    /// - Parameter always: Writes it to the roomier side even over something.
    /// - Returns: whether it was written.
    @discardableResult
    private mutating func place(
        _ label: String, beside point: (x: Double, y: Double), gap: Double, size: Double,
        color: String, weight: String = "normal", always: Bool = false
    ) -> Bool {
        // DejaVu Sans is a wide face.
        let length = Double(label.count) * size * (weight == "bold" ? 0.70 : 0.58)
        let high = size * 1.2
        let middle = point.y - high / 2
        let sheet = Box(left: 4, top: 4, width: width - 8, height: height - 8)
        let anchors = ["start", "end", "middle", "middle"]
        let boxes = [
            Box(left: point.x + gap, top: middle, width: length, height: high),
            Box(left: point.x - gap - length, top: middle, width: length, height: high),
            Box(left: point.x - length / 2, top: point.y + gap, width: length, height: high),
            Box(left: point.x - length / 2, top: point.y - gap - high, width: length, height: high),
        ]
        func isInside(_ box: Box) -> Bool {
            box.left >= sheet.left && box.left + box.width <= sheet.left + sheet.width
                && box.top >= sheet.top && box.top + box.height <= sheet.top + sheet.height
        }
        let free = boxes.firstIndex { box in isInside(box) && !taken.contains { $0.meets(box) } }
        guard let choice = free ?? (always ? boxes.firstIndex(where: isInside) ?? 0 : nil) else {
            return false
        }
        let (box, anchor) = (boxes[choice], anchors[choice])
        let shift = anchor == "start" ? 0 : anchor == "end" ? length : length / 2
        taken.append(box)
        write(
            label, at: (box.left + shift, box.top + size), size: size, color: color,
            weight: weight, anchor: anchor)
        return true
    }

    private mutating func write(
        _ label: String, at point: (x: Double, y: Double), size: Double, color: String,
        weight: String = "normal", anchor: String = "start"
    ) {
        let attributes =
            "x=\"\(Self.text(point.x))\" y=\"\(Self.text(point.y))\" font-size=\"\(Self.text(size))\""
            + " font-weight=\"\(weight)\" text-anchor=\"\(anchor)\""
        let text = XMLEscaping.shown(label)
        foreground += """
            <text \(attributes) stroke="#ffffff" stroke-width="4" stroke-linejoin="round" \
            stroke-opacity="0.85">\(text)</text>
            <text \(attributes) fill="\(color)">\(text)</text>

            """
    }

    /// Whether the one font that is surely there has the letters: Latin, Greek and Cyrillic. Others
    /// would be boxes.
    static func canBeDrawn(_ label: String) -> Bool {
        label.unicodeScalars.allSatisfy { scalar in
            (0x20...0x52F).contains(scalar.value) && scalar.hazard == nil
                || (0x1E00...0x1FFF).contains(scalar.value)
                || (0x2010...0x2026).contains(scalar.value)
        }
    }

    private static func shortened(_ label: String, _ most: Int) -> String {
        label.count <= most ? label : label.prefix(most - 1).trimmed + "…"
    }

    /// Tenths of a pixel.
    private static func number(_ tenths: Int) -> String {
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    private static func text(_ pixels: Double) -> String { number(Int((pixels * 10).rounded())) }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
