import Foundation
import PhotoRecords
import XML

/// Reads the first shape of an SVG selector: a rectangle, circle, ellipse, polygon, an image that is a
/// PNG, or a path of straight lines (SVG 2 §9, §10). Styles, groups' transforms and units are not
/// understood: what has them is no shape here, rather than a wrong one. Neither is a path of several
/// islands, or one whose holes are none by the rule that fills it.
final class SVGShapeReader: XMLHandler {
    private let selector: RegionSelector
    private var frame: RegionBox
    private var shape: RegionShape?

    private init(_ selector: RegionSelector) {
        self.selector = selector
        frame = RegionBox(x: 0, y: 0, width: selector.width, height: selector.height)
    }

    /// The most bytes of a selector.
    static let maximumBytes = 16 << 20

    /// The shape in fractions of the picture; nil where none is understood.
    static func shape(in text: String, on selector: RegionSelector) -> RegionShape? {
        guard text.utf8.count <= maximumBytes else { return nil }
        let reader = SVGShapeReader(selector)
        let ending = XMLReader.read(Data(text.utf8), to: reader)
        guard ending == .complete || ending == .stopped else { return nil }
        return reader.shape.flatMap(RegionSelector.usable)
    }

    func start(_ name: String, attributes: [String: String]) -> Bool {
        func number(_ name: String) -> Double? { attributes[name].flatMap { Double($0) } }
        switch name {
        case "svg":
            let view = attributes["viewBox"].map(Self.numbers) ?? []
            if view.count == 4, view[2] > 0, view[3] > 0 {
                frame = RegionBox(x: view[0], y: view[1], width: view[2], height: view[3])
            }
            return attributes["transform"] == nil
        case "g": return attributes["transform"] == nil
        case "rect", "image":
            guard let width = number("width"), let height = number("height") else { return false }
            let box = box(number("x") ?? 0, number("y") ?? 0, width, height)
            if name == "image" {
                shape = Self.png(attributes["href"]).map { .mask(box, png: $0) }
            } else {
                shape = turn(attributes, about: box).map { .rectangle(box, rotation: $0) }
            }
        case "circle", "ellipse":
            let rx = number(name == "circle" ? "r" : "rx")
            guard let rx, let ry = name == "circle" ? rx : number("ry") else { return false }
            let (cx, cy) = (number("cx") ?? 0, number("cy") ?? 0)
            let box = box(cx - rx, cy - ry, 2 * rx, 2 * ry)
            shape = turn(attributes, about: box).map { .ellipse(box, rotation: $0) }
        case "polygon":
            let ring = ring(Self.numbers(attributes["points"] ?? ""))
            shape = attributes["transform"] == nil && ring.count >= 3 ? .polygon(ring) : nil
        case "path":
            guard attributes["transform"] == nil,
                let path = SVGPath(attributes["d"] ?? "", isEvenOdd: Self.isEvenOdd(attributes))
            else { return false }
            shape = .polygon(
                path.outline.map { point($0.x, $0.y) },
                holes: path.holes.map { $0.map { point($0.x, $0.y) } })
        default: return true
        }
        return false
    }

    func end(_ name: String) {}
    func text(_ piece: String) {}

    // MARK: Parts

    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> RegionBox {
        RegionBox(
            x: (x - frame.x) / frame.width, y: (y - frame.y) / frame.height,
            width: width / frame.width, height: height / frame.height)
    }

    private func point(_ x: Double, _ y: Double) -> RegionPoint {
        RegionPoint(x: (x - frame.x) / frame.width, y: (y - frame.y) / frame.height)
    }

    private func ring(_ numbers: [Double]) -> [RegionPoint] {
        stride(from: 0, to: numbers.count - 1, by: 2).map { point(numbers[$0], numbers[$0 + 1]) }
    }

    /// The degrees of a turn about the box's middle; nil for any other transform.
    private func turn(_ attributes: [String: String], about box: RegionBox) -> Double? {
        guard let text = attributes["transform"] else { return 0 }
        guard text.hasPrefix("rotate("), text.hasSuffix(")") else { return nil }
        let numbers = Self.numbers(String(text.dropFirst(7).dropLast()))
        guard numbers.count == 3, abs(numbers[0]) <= 1e6 else { return nil }
        let middle = point(numbers[1], numbers[2])
        let isMiddle =
            abs(middle.x - box.x - box.width / 2) < 1e-4
            && abs(middle.y - box.y - box.height / 2) < 1e-4
        return isMiddle ? numbers[0] : nil
    }

    /// Whether a path is filled by the even-odd rule (SVG 2 §13.4.2), as far as it says so itself.
    private static func isEvenOdd(_ attributes: [String: String]) -> Bool {
        let style = (attributes["style"] ?? "").split(separator: ";").last {
            $0.trimmingCharacters(in: .whitespaces).hasPrefix("fill-rule")
        }
        let styled = style?.split(separator: ":").last
        let rule = styled.map { String($0) } ?? attributes["fill-rule"]
        return rule?.trimmingCharacters(in: .whitespaces) == "evenodd"
    }

    /// The numbers of a list, with blanks or commas between them; none where one is none.
    static func numbers(_ text: some StringProtocol) -> [Double] {
        let words = text.split { $0.isWhitespace || $0 == "," }
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == words.count ? numbers : []
    }

    /// The base64 of a PNG in a data URL.
    private static func png(_ url: String?) -> String? {
        let mark = "data:image/png;base64,"
        guard let url, url.hasPrefix(mark) else { return nil }
        let base64 = url.dropFirst(mark.count)
        return base64.utf8.allSatisfy(RegionSelector.isBase64) ? String(base64) : nil
    }
}
