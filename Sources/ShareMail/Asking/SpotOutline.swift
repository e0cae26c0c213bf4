import Foundation
import PhotoRecords
import Pictures

/// The line round a marked spot, drawn into a picture.
struct SpotOutline {
    /// Its corners in fractions of the upright picture, closed by the last and the first.
    let rings: [[RegionPoint]]
    /// The box that holds it, in fractions.
    let box: RegionBox

    /// The outline of a region; nil for a shape that this version does not know, or that is nowhere
    /// in the picture.
    init?(_ shape: RegionShape, aspect: Double) {
        rings = Self.rings(shape, aspect: aspect)
        let points = rings.joined().filter { $0.x.isFinite && $0.y.isFinite }
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
            let top = points.map(\.y).min(), let bottom = points.map(\.y).max(),
            left < 1, right > 0, top < 1, bottom > 0
        else { return nil }
        box = RegionBox(x: left, y: top, width: right - left, height: bottom - top)
    }

    private static func rings(_ shape: RegionShape, aspect: Double) -> [[RegionPoint]] {
        if let corners = shape.corners(aspect: aspect) {
            guard case .polygon(_, let holes) = shape else { return [corners] }
            return [corners] + holes
        }
        switch shape {
        case .rectangle(let box, _), .mask(let box, _):
            return [
                [
                    RegionPoint(x: box.x, y: box.y), RegionPoint(x: box.x + box.width, y: box.y),
                    RegionPoint(x: box.x + box.width, y: box.y + box.height),
                    RegionPoint(x: box.x, y: box.y + box.height),
                ]
            ]
        case .ellipse(let box, let rotation): return [ellipse(box, rotation, aspect)]
        case .polygon, .unknown: return []
        }
    }

    /// The line of an ellipse, turned in the picture's own aspect.
    private static func ellipse(
        _ box: RegionBox, _ rotation: Double, _ aspect: Double
    ) -> [RegionPoint] {
        let corners = 96
        let turn = rotation * .pi / 180
        return (0..<corners).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(corners)
            let (x, y) = (box.width / 2 * aspect * cos(angle), box.height / 2 * sin(angle))
            return RegionPoint(
                x: box.x + box.width / 2 + (x * cos(turn) - y * sin(turn)) / aspect,
                y: box.y + box.height / 2 + x * sin(turn) + y * cos(turn))
        }
    }

    /// The colour of a line unless another one is said.
    static let amber = (UInt8(255), UInt8(196), UInt8(0))

    /// Draws the line: a bright one between two dark ones, which is seen on any ground.
    ///
    /// - Parameters:
    ///   - color: Red, green and blue of the bright line.
    ///   - share: The lines' width, as a fraction of the picture's longer side.
    func draw(
        into plane: inout PixelPlane, color: (UInt8, UInt8, UInt8) = amber,
        share: Double = 1.0 / 160
    ) {
        let width = max(3, Double(max(plane.width, plane.height)) * share)
        for (reach, color) in [
            (width * 0.95, (UInt8(20), UInt8(18), UInt8(16))),
            (width * 0.5, color),
        ] {
            for ring in rings {
                for index in ring.indices {
                    line(
                        from: ring[index], to: ring[(index + 1) % ring.count], reach: reach,
                        color: color, into: &plane)
                }
            }
        }
    }

    private func line(
        from start: RegionPoint, to end: RegionPoint, reach: Double,
        color: (UInt8, UInt8, UInt8), into plane: inout PixelPlane
    ) {
        let (wide, high) = (Double(plane.width), Double(plane.height))
        let (ax, ay, bx, by) = (start.x * wide, start.y * high, end.x * wide, end.y * high)
        guard [ax, ay, bx, by].allSatisfy({ $0.isFinite && abs($0) < 1e6 }) else { return }
        let (dx, dy) = (bx - ax, by - ay)
        let square = dx * dx + dy * dy
        let columns = Self.pixels(min(ax, bx) - reach - 1, max(ax, bx) + reach + 1, plane.width)
        let rows = Self.pixels(min(ay, by) - reach - 1, max(ay, by) + reach + 1, plane.height)
        for y in rows {
            for x in columns {
                let (px, py) = (Double(x) + 0.5 - ax, Double(y) + 0.5 - ay)
                let along = square == 0 ? 0 : max(0, min(1, (px * dx + py * dy) / square))
                let distance = hypot(px - along * dx, py - along * dy)
                plane.blend(x: x, y: y, color: color, opacity: reach + 0.5 - distance)
            }
        }
    }

    private static func pixels(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
        let first = Int(max(0, min(Double(count), low.rounded(.down))))
        return first..<max(first, Int(max(0, min(Double(count), high.rounded(.up)))))
    }
}
