import Files
import Foundation
import LearnedStrokes
import OutputText
import PhotoRecords
import RegionGeometry

/// The shape of a region as a person describes it: in fractions, percentages and pixels of the upright
/// picture, or by what was drawn on a screen that shows it.
public struct SketchedShape: Sendable {
    /// What is described.
    public enum Outline: Sendable {
        /// A box, turned about its middle by degrees clockwise.
        case rectangle(SketchedBox, rotation: Double)
        /// The ellipse that fills a box, turned with it.
        case ellipse(SketchedBox, rotation: Double)
        /// A circle; a radius without a unit, or in percent, is of the picture's width.
        case circle(center: Spot, radius: Measure)
        /// An outline and the holes in it.
        case polygon([Spot], holes: [[Spot]])
        /// A PNG file with alpha, stretched over a box.
        case mask(SketchedBox, path: String)
        /// A closed stroke, drawn on a screen that shows the picture.
        case stroke(StrokeInput, PictureView)
    }

    /// What is described.
    public var outline: Outline
    /// What it is called in an error: what the person wrote, or the file's name.
    public var name: String

    /// A shape that is described so.
    public init(_ outline: Outline, named name: String) {
        self.outline = outline
        self.name = name
    }

    /// The most points that a region's outline and its holes may have together.
    public static let maximumPoints = RegionShape.maximumPoints
    /// The most bytes that a mask's PNG may have.
    public static let maximumMaskBytes = 4 << 20

    /// The shape in fractions of the picture.
    ///
    /// - Parameters:
    ///   - picture: The upright picture's size in pixels.
    ///   - stop: Looked at while a stroke is waited for.
    ///   - memory: How much, in bytes, decoding a mask may take; nil for as much as is usual.
    /// - Throws: `WitError` that names the shape: it is nowhere, outside of the picture or without
    ///   area, its outlines have too many points or cross, a mask or stroke is none; `interrupted`.
    func shape(
        on picture: Size, stop: Interruption = Interruption(), memory: Int? = nil
    ) throws(WitError) -> RegionShape {
        let shape: RegionShape
        switch outline {
        case .rectangle(let box, let rotation):
            shape = .rectangle(box.box(on: picture), rotation: try turn(rotation))
        case .ellipse(let box, let rotation):
            shape = .ellipse(box.box(on: picture), rotation: try turn(rotation))
        case .circle(let center, let radius):
            let middle = center.fraction(on: picture)
            let pixels = radius.pixels(of: picture.width, unit: picture.width)
            let (across, down) = (pixels / picture.width, pixels / picture.height)
            shape = .ellipse(
                RegionBox(
                    x: middle.x - across, y: middle.y - down, width: 2 * across, height: 2 * down))
        case .polygon(let outline, let holes):
            let spots = [outline] + holes
            if let fault = Self.tooMany(spots.map(\.count), named: name) { throw fault }
            let rings = try spots.map { (ring) throws(WitError) in
                try self.ring(ring.map { $0.fraction(on: picture) })
            }
            if let crossing = OutlineCrossing(rings) {
                throw fault(.outlineCrosses, crossing.reason)
            }
            shape = .polygon(
                rings[0].map(RegionPoint.init),
                holes: rings.dropFirst().map {
                    $0.map(RegionPoint.init)
                })
        case .mask(let box, let path):
            shape = .mask(box.box(on: picture), png: try mask(path, memory))
        case .stroke(let input, let view):
            shape = try stroke(input, view, picture, stop)
        }
        try requireInside(shape, picture)
        return shape
    }

    // MARK: Parts

    /// Degrees, above −180 and at most 180.
    private func turn(_ degrees: Double) throws(WitError) -> Double {
        guard degrees.isFinite else {
            throw fault(.shapeInvalid, "its rotation is not a number")
        }
        let rest = degrees.remainder(dividingBy: 360)
        return rest == -180 ? 180 : rest
    }

    /// A closed outline without repeated points.
    private func ring(_ points: [Point]) throws(WitError) -> [Point] {
        var ring: [Point] = []
        for point in points where point != ring.last { ring.append(point) }
        if ring.count > 1, ring.first == ring.last { ring.removeLast() }
        guard ring.count >= 3 else {
            throw fault(
                .shapeInvalid, "an outline has 3 points or more, not \(ring.count)")
        }
        return ring
    }

    /// What is wrong with an outline and holes of so many points; nil where there are not too many.
    static func tooMany(_ counts: [Int], named name: String) -> WitError? {
        let count = counts.reduce(0, +)
        guard count > maximumPoints else { return nil }
        return WitError(
            item: name, code: .shapeInvalid,
            reason: "\(count) points; a region's outline and holes have at most \(maximumPoints)")
    }

    /// The mask's PNG in base64, with nothing in it but what draws it.
    private func mask(_ path: String, _ memory: Int?) throws(WitError) -> String {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileSystem.contents(of: path, limit: Self.maximumMaskBytes + 1)
        } catch {
            throw fault(.unreadable, "can't be read: \(error.reason)")
        }
        return try MaskCheck(name: name, memory: memory).bare(bytes).png
    }

    /// The shape that a closed stroke means.
    private func stroke(
        _ input: StrokeInput, _ shown: PictureView, _ picture: Size, _ stop: Interruption
    ) throws(WitError) -> RegionShape {
        var strokes: [Stroke] = []
        try input.forEachLine(stop) { (line, result) throws(WitError) in
            switch result {
            case .success(let line):
                guard strokes.isEmpty else {
                    throw fault(
                        .shapeInvalid,
                        "it contains several strokes; a region is made from one")
                }
                strokes.append(line.stroke)
            case .failure(let fault): throw input.failure(line, fault)
            }
        }
        if stop.isRequested { throw .stopped }
        guard let stroke = strokes.first else {
            throw fault(.shapeInvalid, "it contains no stroke")
        }
        let view = try shown.mapping(of: picture, named: name)
        let toPixels = view.inverse.then(.scale(picture.width, picture.height))
        switch stroke.meaning {
        case .ellipse(let fit):
            return RegionShape(fit.ellipse.transformed(by: toPixels), on: picture)
        case .outline(let corners):
            if let fault = Self.tooMany([corners.count], named: name) { throw fault }
            return .polygon(try ring(corners.map(view.fraction)).map(RegionPoint.init))
        case .tap:
            throw fault(.shapeInvalid, "the stroke is a tap; a region is drawn round something")
        case .swipe, .word:
            throw fault(
                .shapeInvalid, "the stroke is open: draw it until it meets its beginning")
        }
    }

    // MARK: Checks

    /// Refuses what covers nothing of the picture.
    private func requireInside(_ shape: RegionShape, _ picture: Size) throws(WitError) {
        guard let box = shape.bounds(aspect: picture.width / picture.height),
            [box.x, box.y, box.width, box.height].allSatisfy({ abs($0) <= 1_000 }),
            box.width > 0, box.height > 0
        else {
            throw fault(
                .shapeInvalid,
                "its sides must be above 0, and it may reach no farther than 1,000 pictures")
        }
        guard box.x < 1, box.y < 1, box.x + box.width > 0, box.y + box.height > 0 else {
            throw fault(
                .outsidePicture,
                "it lies outside the picture, which is \(Int(picture.width)) × "
                    + "\(Int(picture.height)) pixels (fractions 0 to 1)")
        }
    }

    private func fault(_ code: WitError.Code, _ reason: String) -> WitError {
        WitError(item: name, code: code, reason: reason)
    }
}

/// A box in fractions, percentages and pixels.
public struct SketchedBox: Hashable, Sendable {
    /// Its top left corner.
    public var corner: Spot
    /// Its width.
    public var width: Measure
    /// Its height.
    public var height: Measure

    /// A box by its top left corner and its size.
    public init(corner: Spot, width: Measure, height: Measure) {
        self.corner = corner
        self.width = width
        self.height = height
    }

    /// The whole picture.
    public static let whole = Self(
        corner: Spot(x: .plain(0), y: .plain(0)), width: .plain(1), height: .plain(1))

    func box(on picture: Size) -> RegionBox {
        let corner = corner.fraction(on: picture)
        return RegionBox(
            x: corner.x, y: corner.y,
            width: width.pixels(of: picture.width, unit: picture.width) / picture.width,
            height: height.pixels(of: picture.height, unit: picture.height) / picture.height)
    }
}

extension Spot {
    /// The point in fractions of the picture; plain numbers are fractions.
    func fraction(on picture: Size) -> Point {
        Point(
            x: x.pixels(of: picture.width, unit: picture.width) / picture.width,
            y: y.pixels(of: picture.height, unit: picture.height) / picture.height)
    }
}

extension RegionPoint {
    /// A point in fractions of the picture.
    init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension RegionShape {
    /// An ellipse in pixels of the picture.
    init(_ ellipse: Ellipse, on picture: Size) {
        let (major, minor) = ellipse.axes
        let (long, short) = (major.length, minor.length)
        // A circle is not turned, and an axis has no direction.
        let isCircle = long - short <= long * 1e-9
        let degrees = isCircle ? 0 : atan2(major.y, major.x) * 180 / .pi
        let rotation = degrees <= -90 ? degrees + 180 : degrees > 90 ? degrees - 180 : degrees
        self = .ellipse(
            RegionBox(
                x: (ellipse.center.x - long) / picture.width,
                y: (ellipse.center.y - short) / picture.height, width: 2 * long / picture.width,
                height: 2 * short / picture.height), rotation: rotation)
    }
}

extension WitError.Code {
    /// What is described is no shape of a region.
    public static let shapeInvalid: Self = "shape-impossible"
    /// A region lies outside of its picture.
    public static let outsidePicture: Self = "outside-picture"
    /// An outline crosses itself or another one of its region.
    public static let outlineCrosses: Self = "outline-crosses"
}
