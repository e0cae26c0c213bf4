import PhotoRecords
import RegionGeometry

/// What a person says of a region, to make one or to change one; nil leaves what it is.
public struct RegionSketch: Sendable {
    /// Where a region goes in the stack of those on its picture.
    public enum Placing: Hashable, Sendable {
        /// Above all others.
        case toFront
        /// Below all others.
        case toBack
        /// One up.
        case raise
        /// One down.
        case lower
    }

    /// Its name; empty takes it away.
    public var name: String?
    /// What kind of thing it is; an empty word takes it away.
    public var kind: RegionKind?
    /// The colour it is drawn in.
    public var color: Color?
    /// Whether it loses its colour.
    public var removesColor = false
    /// Its shape.
    public var shape: SketchedShape?
    /// Where it goes in the stack. A new one goes above those it is smaller than, if nothing is said.
    public var placing: Placing?

    /// Nothing said yet.
    public init() {}

    /// Whether there is nothing to change.
    public var isEmpty: Bool {
        name == nil && kind == nil && color == nil && !removesColor && shape == nil
            && placing == nil
    }

    /// Changes a region, all but its place in the stack.
    ///
    /// - Parameter shape: Its new shape; nil leaves it.
    func apply(to region: inout Region, shape: RegionShape?) {
        if let name { region.name = name.isEmpty ? nil : name }
        if let kind { region.kind = kind.rawValue.isEmpty ? nil : kind }
        if let color { region.color = color.description }
        if removesColor { region.color = nil }
        if let shape { region.shape = shape }
    }
}
