import Foundation
import OutputText
import Pictures
import Privacy
import RegionGeometry

/// Looks at a mask's PNG before a region takes it, in the process that decodes pictures.
struct MaskCheck {
    /// What the mask is called in an error.
    let name: String
    /// How much memory, in bytes, decoding may take; nil for as much as is usual.
    var memory: Int?

    /// The PNG in base64, with nothing in it but what draws it, and how many pixels it has.
    ///
    /// - Throws: `WitError` that names the mask where it is no PNG, has no alpha, covers nothing, is
    ///   damaged or too large.
    func bare(_ bytes: [UInt8]) throws(WitError) -> (png: String, pixels: Int) {
        guard bytes.count <= SketchedShape.maximumMaskBytes else {
            throw fault("a mask has at most \(SketchedShape.maximumMaskBytes >> 20) MB")
        }
        let renderer = PictureRenderer(
            limits: PictureLimits(pixels: AlphaPlane.maximumArea, memory: memory))
        let pixels: Int
        do throws(WitError) {
            let alpha = try renderer.alpha(fromPNG: bytes, longestSide: AlphaPlane.maximumSide)
            guard alpha.bytes.contains(where: { $0 >= Mask.alphaThreshold }) else {
                throw WitError(
                    .notAMask,
                    "The mask covers nothing: no pixel's alpha is \(Mask.alphaThreshold) or more.")
            }
            pixels = alpha.width * alpha.height
        } catch {
            throw WitError(error.code, about: .file(name), "\(name): \(error.message)")
        }
        guard let bare = UnverifiableFields.bare(png: bytes) else {
            throw fault("the PNG is damaged")
        }
        return (Data(bare).base64EncodedString(), pixels)
    }

    private func fault(_ reason: String) -> WitError {
        WitError(item: name, code: .notAMask, reason: reason)
    }
}
