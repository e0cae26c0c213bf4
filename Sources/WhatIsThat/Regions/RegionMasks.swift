import Foundation
import OutputText
import PhotoRecords
import Pictures
import RegionGeometry

/// Decodes the masks of a photo's regions, in the process that decodes pictures.
///
/// What was decoded is kept while there is room. A mask that cannot be decoded is not tried again.
struct RegionMasks {
    /// The most pixels that the masks of one photo may have together.
    static let mostPixels = 1 << 30

    private let renderer: PictureRenderer
    private var cache = AlphaPlaneCache<Int>()
    private var seen: Set<Int> = []
    private var refused: Set<Int> = []
    private var pixels = 0

    /// - Parameter memory: How much, in bytes, decoding may take; nil for as much as is usual.
    init(memory: Int? = nil) {
        renderer = PictureRenderer(
            limits: PictureLimits(pixels: AlphaPlane.maximumArea, memory: memory))
    }

    /// The alpha of a mask; nil where it was tried before, in vain.
    ///
    /// - Parameters:
    ///   - png: The mask's PNG in base64.
    ///   - index: Which region's it is.
    ///   - name: What to call it in an error.
    /// - Throws: `WitError` that names the mask where it is no PNG, has no alpha, is damaged or too
    ///   large, or the photo's masks together are.
    mutating func plane(
        png: String, ofRegion index: Int, named name: String
    ) throws(WitError) -> AlphaPlane? {
        if refused.contains(index) { return nil }
        do throws(WitError) {
            let (renderer, room) = (
                renderer, seen.contains(index) ? .max : Self.mostPixels - pixels
            )
            let plane = try cache.plane(for: index) { () throws(WitError) in
                try Self.decoded(png, renderer, room)
            }
            if seen.insert(index).inserted { pixels += plane.width * plane.height }
            return plane
        } catch {
            refused.insert(index)
            throw WitError(error.code, about: .item(name), "\(name): \(error.message)")
        }
    }

    private static func decoded(
        _ png: String, _ renderer: PictureRenderer, _ room: Int
    ) throws(WitError) -> AlphaPlane {
        guard let data = Data(base64Encoded: png) else {
            throw WitError(.notAMask, "The mask is not base64.")
        }
        let alpha = try renderer.alpha(fromPNG: Array(data), longestSide: AlphaPlane.maximumSide)
        guard alpha.width * alpha.height <= room else {
            throw WitError(
                .tooManyPixels,
                "The masks of this photo have more than \(mostPixels >> 20) megapixels together.")
        }
        do throws(AlphaFault) {
            return try AlphaPlane(width: alpha.width, height: alpha.height, alpha: alpha.bytes)
        } catch {
            throw WitError(.pictureDamaged, "The mask was not decoded.")
        }
    }
}
