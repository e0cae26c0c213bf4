import PhotoRecords

/// A path of straight lines that is one outline with the holes in it (SVG 2 §9.3).
struct SVGPath {
    /// The outline, in the path's own units.
    let outline: [RegionPoint]
    /// The holes, each within the outline.
    let holes: [[RegionPoint]]

    /// - Parameters:
    ///   - text: the path's data.
    ///   - isEvenOdd: whether it is filled by the even-odd rule; else by the non-zero rule, by which
    ///     a hole runs the other way round than the outline.
    /// - Returns: nil for a path that is anything else.
    init?(_ text: String, isEvenOdd: Bool) {
        guard let rings = Self.rings(text), let outline = rings.first else { return nil }
        let holes = Array(rings.dropFirst())
        let isClockwise = Self.isClockwise(outline)
        for (index, hole) in holes.enumerated() {
            guard isEvenOdd || Self.isClockwise(hole) != isClockwise,
                hole.allSatisfy({ Self.holds(outline, $0) }),
                // What lies in a hole is an island again.
                holes.indices.allSatisfy({ other in
                    other == index || !(hole.first.map { Self.holds(holes[other], $0) } ?? true)
                })
            else { return nil }
        }
        (self.outline, self.holes) = (outline, holes)
    }

    /// The most points of a path that has holes, each of which is held against the outline.
    static let maximumPoints = RegionShape.maximumPoints

    /// The closed outlines; nil where the path is none of straight lines.
    private static func rings(_ text: String) -> [[RegionPoint]]? {
        var rings: [[RegionPoint]] = []
        var (x, y) = (0.0, 0.0)
        var start = (0.0, 0.0)
        var isOpen = false
        var rest = text[...]
        while let letter = rest.first {
            rest.removeFirst()
            if letter.isWhitespace || letter == "," { continue }
            let end = rest.firstIndex { $0.isLetter && $0 != "e" && $0 != "E" } ?? rest.endIndex
            let words = rest[..<end]
            rest = rest[end...]
            let command = letter.uppercased()
            let isRelative = letter.isLowercase
            if command == "Z" {
                guard isOpen, words.allSatisfy({ $0.isWhitespace || $0 == "," }) else { return nil }
                (x, y) = start
                isOpen = false
                continue
            }
            guard ["M", "L", "H", "V"].contains(command) else { return nil }
            let count = command == "H" || command == "V" ? 1 : 2
            let numbers = SVGShapeReader.numbers(words)
            guard numbers.count.isMultiple(of: count), !numbers.isEmpty else { return nil }
            for index in stride(from: 0, to: numbers.count, by: count) {
                let base = isRelative ? (x, y) : (0, 0)
                switch command {
                case "H": x = base.0 + numbers[index]
                case "V": y = base.1 + numbers[index]
                default: (x, y) = (base.0 + numbers[index], base.1 + numbers[index + 1])
                }
                if command == "M", index == 0 {
                    rings.append([])
                    (start, isOpen) = ((x, y), true)
                } else if !isOpen {
                    // A line that goes on behind the end begins where that began (§9.3.4).
                    guard !rings.isEmpty else { return nil }
                    rings.append([RegionPoint(x: start.0, y: start.1)])
                    isOpen = true
                }
                rings[rings.count - 1].append(RegionPoint(x: x, y: y))
            }
        }
        let points = rings.reduce(0) { $0 + $1.count }
        guard rings.allSatisfy({ $0.count >= 3 }), rings.count < 2 || points <= maximumPoints else {
            return nil
        }
        return rings
    }

    /// By the sign of the area, on a screen.
    private static func isClockwise(_ ring: [RegionPoint]) -> Bool {
        guard var last = ring.last else { return false }
        var twice = 0.0
        for point in ring {
            twice += last.x * point.y - point.x * last.y
            last = point
        }
        return twice > 0
    }

    /// Whether an outline goes round a point, by the even-odd rule.
    private static func holds(_ ring: [RegionPoint], _ point: RegionPoint) -> Bool {
        guard var last = ring.last else { return false }
        var isHeld = false
        for next in ring {
            if (next.y > point.y) != (last.y > point.y) {
                let share = (point.y - next.y) / (last.y - next.y)
                if point.x < next.x + share * (last.x - next.x) { isHeld.toggle() }
            }
            last = next
        }
        return isHeld
    }
}
