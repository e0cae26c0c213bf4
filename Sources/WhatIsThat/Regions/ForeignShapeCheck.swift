import Foundation
import OutputText
import PhotoRecords
import Pictures
import RegionGeometry

/// Holds the shapes of one photo's regions, as a stranger's file describes them, to the limits of those
/// that a person draws.
struct ForeignShapeCheck {
    /// How much memory, in bytes, decoding a mask may take; nil for as much as is usual.
    let memory: Int?
    /// How many pixels the photo's masks had so far.
    private var pixels = 0

    init(memory: Int?) { self.memory = memory }

    /// The shape; a mask's PNG with nothing in it but what draws it.
    ///
    /// - Parameter name: What the shape is called in an error.
    /// - Throws: `WitError` that names it: it has too many points, its holes cross, or its mask is
    ///   none or too large.
    mutating func checked(_ shape: RegionShape, named name: String) throws(WitError) -> RegionShape
    {
        switch shape {
        case .rectangle, .ellipse: return shape
        case .polygon(let outline, let holes):
            let rings = [outline] + holes
            if let fault = SketchedShape.tooMany(rings.map(\.count), named: name) { throw fault }
            if !holes.isEmpty, let crossing = OutlineCrossing(rings.map { $0.map(Point.init) }) {
                throw WitError(item: name, code: .outlineCrosses, reason: crossing.reason)
            }
            return shape
        case .mask(let box, let png):
            guard png.utf8.count <= SketchedShape.maximumMaskBytes / 3 * 4 + 4,
                let bytes = Data(base64Encoded: png)
            else {
                throw WitError(
                    item: name, code: .notAMask,
                    reason: "its mask is not base64 of at most "
                        + "\(SketchedShape.maximumMaskBytes >> 20) MB")
            }
            guard pixels < RegionMasks.mostPixels else {
                throw WitError(
                    item: name, code: .tooManyPixels,
                    reason: "the masks of one photo have at most "
                        + "\(RegionMasks.mostPixels >> 20) megapixels together")
            }
            let mask = try MaskCheck(name: name, memory: memory).bare([UInt8](bytes))
            pixels += mask.pixels
            return .mask(box, png: mask.png)
        case .unknown:
            throw WitError(
                item: name, code: .shapeInvalid, reason: "an unsupported shape")
        }
    }
}
