import OutputText
import PhotoRecords
import RegionGeometry

/// A change of the regions of a photo.
public enum RegionEdit: Sendable {
    /// A new region with an id of its own; it needs a shape.
    case add(RegionSketch, id: String)
    /// Changes one region.
    case change(RegionReference, RegionSketch)
    /// Takes regions away.
    case remove([RegionReference])

    /// The regions of a photo after the change.
    ///
    /// - Parameters:
    ///   - stop: Looked at while a stroke is waited for.
    ///   - memory: How much, in bytes, decoding a mask may take; nil for as much as is usual.
    /// - Throws: `WitError` that names the region, or what is wrong with the shape; `interrupted`.
    func regions(
        of record: PhotoRecord, stop: Interruption = Interruption(), memory: Int? = nil
    ) throws(WitError) -> [Region] {
        switch self {
        case .add(let sketch, let id):
            guard let shape = try sketch.newShape(on: record, stop, memory) else {
                throw WitError(
                    .shapeInvalid, about: .item(record.shownName),
                    "\(record.shownName): a new region needs a shape")
            }
            guard record.regions.count < Self.maximumRegions else {
                throw WitError(
                    .tooManyRegions, about: .item(record.shownName),
                    "\(record.shownName): a photo has at most \(Self.maximumRegions) regions")
            }
            var region = Region(id: id, shape: shape)
            sketch.apply(to: &region, shape: nil)
            var stack = RegionOrder(record.regions)
            stack.add(region, sketch.placing)
            return stack.regions
        case .change(let reference, let sketch):
            let index = try reference.index(in: record)
            let shape = try sketch.newShape(on: record, stop, memory)
            var stack = RegionOrder(record.regions)
            // One that has no identity of its own gets one: it is somebody's word now.
            if stack.regions[index].id == nil { stack.regions[index].id = RecordID().text }
            sketch.apply(to: &stack.regions[index], shape: shape)
            if let placing = sketch.placing { stack.move(index, placing) }
            return stack.regions
        case .remove(let references):
            let gone = Set(
                try references.map { (reference) throws(WitError) in
                    try reference.index(in: record)
                })
            return record.regions.enumerated().filter { !gone.contains($0.offset) }
                .map(\.element)
        }
    }

    /// The most regions that a photo may be given.
    public static let maximumRegions = 10_000
}

extension RegionSketch {
    /// The shape that is said, on a photo's picture; nil where none is.
    fileprivate func newShape(
        on record: PhotoRecord, _ stop: Interruption, _ memory: Int?
    ) throws(WitError) -> RegionShape? {
        guard let shape else { return nil }
        return try shape.shape(on: try record.upright, stop: stop, memory: memory)
    }
}

extension PhotoRecord {
    /// What the photo is called in an error.
    var shownName: String { file ?? id?.text ?? "" }

    /// The upright picture's size in pixels.
    ///
    /// - Throws: `WitError` with `sizeUnknown` where it is not known.
    var upright: Size {
        get throws(WitError) {
            guard let size = image?.displayedSize else {
                throw WitError(
                    .sizeUnknown, about: .item(shownName),
                    "\(shownName): the picture's size is not known")
            }
            return Size(width: Double(size.width), height: Double(size.height))
        }
    }
}

extension WitError.Code {
    /// The picture's width and height in pixels are not known.
    public static let sizeUnknown: Self = "size-unknown"
    /// A photo has as many regions as it may have.
    public static let tooManyRegions: Self = "too-many-regions"
}
