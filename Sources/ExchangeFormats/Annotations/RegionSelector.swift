import Foundation
import JSON
import PhotoRecords

/// A region's shape as a selector of the Web Annotation Data Model (W3C Recommendation, 2017): an
/// upright rectangle as a fragment of the media (§4.2.1, Media Fragments URI 1.0 §4.2.2), all else as
/// SVG (§4.2.7) in pixels of the upright picture.
struct RegionSelector {
    /// The upright picture's size in pixels; 1 by 1 where it is not known.
    let width: Double
    let height: Double

    init(of image: ImageFacts?) {
        let size = image?.displayedSize ?? (1, 1)
        (width, height) = (Double(size.width), Double(size.height))
    }

    // MARK: Writing

    /// The selector; nil for a shape that is not known, or that is nowhere.
    func json(of shape: RegionShape) -> JSONValue? {
        guard let bounds = shape.bounds(aspect: width / height),
            [bounds.x, bounds.y, bounds.width, bounds.height]
                .allSatisfy({ $0.isFinite && abs($0) < 1e6 })
        else { return nil }
        if case .rectangle(let box, rotation: 0) = shape {
            let numbers = [box.x, box.y, box.width, box.height].map { MarkupText.decimal($0 * 100) }
            return [
                "type": "FragmentSelector", "conformsTo": "http://www.w3.org/TR/media-frags/",
                "value": .string("xywh=percent:" + numbers.joined(separator: ",")),
            ]
        }
        guard let element = element(of: shape) else { return nil }
        let (width, height) = (MarkupText.decimal(width), MarkupText.decimal(height))
        return [
            "type": "SvgSelector",
            "value": .string(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\">"
                    + element + "</svg>"),
        ]
    }

    private func element(of shape: RegionShape) -> String? {
        switch shape {
        case .rectangle(let box, let rotation):
            return "<rect\(sides(box))\(turn(box, rotation))/>"
        case .ellipse(let box, let rotation):
            return "<ellipse\(number("cx", (box.x + box.width / 2) * width))"
                + number("cy", (box.y + box.height / 2) * height)
                + number("rx", box.width / 2 * width) + number("ry", box.height / 2 * height)
                + "\(turn(box, rotation))/>"
        case .polygon(let outline, let holes):
            if holes.isEmpty { return "<polygon points=\"\(points(outline))\"/>" }
            // By evenodd holes are holes, whichever way round they run.
            let rings = ([outline] + holes).map { "M\(points($0))Z" }.joined()
            return "<path fill-rule=\"evenodd\" d=\"\(rings)\"/>"
        case .mask(let box, let png):
            guard png.utf8.allSatisfy(Self.isBase64) else { return nil }
            return "<image\(sides(box)) preserveAspectRatio=\"none\" "
                + "href=\"data:image/png;base64,\(png)\"/>"
        case .unknown: return nil
        }
    }

    static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D: true
        default: false
        }
    }

    private func number(_ name: String, _ value: Double) -> String {
        " \(name)=\"\(MarkupText.decimal(value))\""
    }

    private func sides(_ box: RegionBox) -> String {
        number("x", box.x * width) + number("y", box.y * height)
            + number("width", box.width * width) + number("height", box.height * height)
    }

    private func turn(_ box: RegionBox, _ rotation: Double) -> String {
        guard rotation != 0 else { return "" }
        let numbers = [
            rotation, (box.x + box.width / 2) * width, (box.y + box.height / 2) * height,
        ].map(MarkupText.decimal)
        return " transform=\"rotate(\(numbers.joined(separator: " ")))\""
    }

    private func points(_ points: [RegionPoint]) -> String {
        points.map {
            "\(MarkupText.decimal($0.x * width)),\(MarkupText.decimal($0.y * height))"
        }.joined(separator: " ")
    }

    // MARK: Reading

    /// The shape that a selector says; nil for one that is not understood.
    func shape(of selector: JSONValue) -> RegionShape? {
        switch (selector["type"]?.string, selector["value"]?.string) {
        case ("FragmentSelector", let value?): return fragment(value[...])
        case ("SvgSelector", let value?): return SVGShapeReader.shape(in: value, on: self)
        default: return nil
        }
    }

    /// The rectangle that a media fragment says: `xywh=percent:1,2,3,4`, or in pixels.
    func fragment(_ text: Substring) -> RegionShape? {
        guard
            let field = text.split(whereSeparator: { $0 == "&" || $0 == "#" })
                .first(where: { $0.hasPrefix("xywh=") })
        else { return nil }
        var value = field.dropFirst(5)
        var scale = (1 / width, 1 / height)
        if value.hasPrefix("percent:") {
            value = value.dropFirst(8)
            scale = (0.01, 0.01)
        } else if value.hasPrefix("pixel:") {
            value = value.dropFirst(6)
        }
        let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let w = numbers[2],
            let h = numbers[3]
        else { return nil }
        return Self.usable(
            .rectangle(
                RegionBox(
                    x: x * scale.0, y: y * scale.1, width: w * scale.0, height: h * scale.1)))
    }

    /// A shape that lies somewhere and has an area.
    static func usable(_ shape: RegionShape) -> RegionShape? {
        guard let box = shape.bounds(aspect: 1), box.width > 0, box.height > 0,
            [box.x, box.y, box.width, box.height].allSatisfy({ $0.isFinite && abs($0) <= 1_000 })
        else { return nil }
        return shape
    }
}
