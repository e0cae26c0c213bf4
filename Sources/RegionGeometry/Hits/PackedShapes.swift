/// What a touch reads first of the shapes of a stack: the small ones of many points or pixels once
/// more, packed one behind the other.
struct PackedShapes: Sendable {
    private enum Place: Sendable {
        case outline(PackedOutlines.Place)
        case mask(UInt32)
        case unpacked
    }

    private let places: [Place]
    private let outlines: PackedOutlines
    private let masks: PackedMasks

    init(_ shapes: [Shape]) {
        var (outlines, masks) = (PackedOutlines(), PackedMasks())
        places = shapes.map { shape in
            switch shape {
            case .polygon(let polygon): outlines.pack(polygon).map(Place.outline) ?? .unpacked
            case .mask(let mask): masks.pack(mask).map(Place.mask) ?? .unpacked
            case .rectangle, .ellipse: .unpacked
            }
        }
        (self.outlines, self.masks) = (outlines, masks)
    }

    /// Whether a shape covers a spot; nil where it is to be asked itself.
    ///
    /// - Parameters:
    ///   - index: Which of the shapes given.
    ///   - spot: A settled point.
    ///   - alphaThreshold: From which alpha on a pixel of a mask covers.
    @inline(__always)
    func covers(_ index: Int, _ spot: Point, alphaThreshold: UInt8) -> Bool? {
        switch places[index] {
        case .outline(let place): outlines.covers(place, spot)
        case .mask(let place):
            alphaThreshold == Mask.alphaThreshold ? masks.covers(place, spot) : nil
        case .unpacked: nil
        }
    }
}
