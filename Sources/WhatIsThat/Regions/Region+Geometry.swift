import PhotoRecords
import RegionGeometry

extension RegionShape {
    /// The shape as it is measured with, in fractions of the upright picture; nil for one of a later
    /// version, and for a mask, of which this is not enough.
    ///
    /// - Parameter aspect: The upright picture's width by its height.
    func geometry(aspect: Double) -> Shape? {
        switch self {
        case .rectangle(let box, rotation: 0): return .rectangle(Box(box))
        case .rectangle:
            return corners(aspect: aspect).map {
                .polygon(Polygon(outline: $0.map(Point.init)))
            }
        case .ellipse(let box, let rotation):
            return .ellipse(Ellipse(in: Box(box), turned: rotation, ratio: aspect))
        case .polygon(let outline, let holes):
            return .polygon(
                Polygon(outline: outline.map(Point.init), holes: holes.map { $0.map(Point.init) }))
        case .mask, .unknown: return nil
        }
    }
}

extension Box {
    /// The box of a region.
    init(_ box: RegionBox) {
        self.init(x: box.x, y: box.y, width: box.width, height: box.height)
    }
}

extension Point {
    /// The point of a region.
    init(_ point: RegionPoint) { self.init(x: point.x, y: point.y) }
}
