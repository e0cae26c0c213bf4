import OutputText
import PhotoRecords
import RegionGeometry

/// Finds the regions of one photo that a point hits, with their boxes, shapes and masks at hand.
///
/// ```swift
/// var test = try HitTest(on: record)
/// let view = try PictureView().mapping(of: test.picture, named: test.name)
/// let hits = test.hits(at: view.screen(spot), in: view) { failures.append($0) }
/// ```
struct HitTest {
    /// The upright picture's size in pixels.
    let picture: Size
    private let record: PhotoRecord
    /// What the photo is called in an error.
    let name: String
    private let stack: RegionStack
    /// What is in the stack: which region, and its exact shape; nil for a mask, which is decoded when a
    /// point is in or near its box.
    private let entries: [(region: Int, shape: Shape?)]
    private var masks: RegionMasks

    /// Gets ready to test the regions of a photo.
    ///
    /// - Parameter memory: How much, in bytes, decoding a mask may take; nil for as much as is usual.
    /// - Throws: `WitError` with `sizeUnknown` where the photo's width and height are not known.
    init(on record: PhotoRecord, memory: Int? = nil) throws(WitError) {
        masks = RegionMasks(memory: memory)
        name = record.shownName
        picture = try record.upright
        self.record = record
        var entries: [(Int, Shape?)] = []
        var shapes: [Shape] = []
        for (index, region) in record.regions.enumerated() {
            if let shape = region.shape.geometry(aspect: picture.width / picture.height) {
                entries.append((index, shape))
                shapes.append(shape)
            } else if case .mask(let box, png: _) = region.shape {
                entries.append((index, nil))
                shapes.append(.rectangle(Box(box)))
            }
        }
        self.entries = entries
        stack = RegionStack(shapes)
    }

    /// What a point of the screen hits, in the order of `RegionStack.hits`; each hit's index is that of
    /// the region in the record.
    ///
    /// - Parameter failed: Told of each mask that cannot be decoded, once; it is not hit.
    mutating func hits(
        at point: Point, in view: View, tolerance: Double = 0,
        alphaThreshold: UInt8 = Mask.alphaThreshold,
        failed: (WitError) -> Void
    ) -> [Hit] {
        let candidates = stack.hits(
            at: point, in: view, tolerance: tolerance, alphaThreshold: alphaThreshold)
        let spot = view.fraction(at: point)
        var hits: [Hit] = []
        for candidate in candidates {
            let entry = entries[candidate.index]
            if entry.shape != nil {
                hits.append(
                    Hit(
                        index: entry.region, distance: candidate.distance,
                        isExact: candidate.isExact))
            } else if let mask = mask(entry.region, failed) {
                if mask.contains(spot, alphaThreshold: alphaThreshold) {
                    hits.append(Hit(index: entry.region))
                } else if tolerance > 0,
                    let distance = Shape.mask(mask).distance(
                        from: spot, scale: view.scale, within: tolerance,
                        alphaThreshold: alphaThreshold)
                {
                    hits.append(Hit(index: entry.region, distance: distance, isExact: false))
                }
            }
        }
        return hits.sorted(by: Hit.precedes)
    }

    private mutating func mask(_ index: Int, _ failed: (WitError) -> Void) -> Mask? {
        let region = record.regions[index]
        guard case .mask(let box, let png) = region.shape else { return nil }
        let title = region.name.map { "“\($0)”" } ?? "\(index + 1)"
        do throws(WitError) {
            return try masks.plane(
                png: png, ofRegion: index, named: "\(name): the mask of region \(title)"
            ).map { Mask(box: Box(box), plane: $0) }
        } catch {
            failed(error)
            return nil
        }
    }
}
