import OutputText
import PhotoRecords
import Pictures

/// What a question's mail shows: the whole picture with the spot outlined, and the spot enlarged.
struct QuestionPictures {
    /// The whole picture.
    let whole: RenderedPicture
    /// The spot with what lies around it.
    let spot: RenderedPicture

    /// The longer side of the enlarged spot in pixels.
    static let spotSide = 640
    /// The longer side of what the spot is cut out of.
    private static let sourceSide = 2560
    /// How much of the spot's own size is shown on each side of it.
    private static let margin = 0.45
    /// The least part of the picture that is shown.
    private static let leastPart = 0.12
    private static let quality = 80

    /// Draws both.
    ///
    /// - Parameter jpeg: The picture as it leaves.
    /// - Throws: `picture-unreadable` for one that cannot be decoded; `unknown-shape`.
    init(
        of jpeg: [UInt8], _ question: ShareQuestion, path: String, _ renderer: PictureRenderer
    ) throws(WitError) {
        do throws(WitError) {
            var large = try renderer.plane(of: jpeg, longestSide: Self.sourceSide)
            let aspect = Double(large.width) / Double(large.height)
            guard let outline = SpotOutline(question.region.shape, aspect: aspect) else {
                throw WitError(.notAPicture, "")
            }
            var small = try renderer.plane(of: jpeg, longestSide: PhotoRendition.previewSide)
            outline.draw(into: &small)
            let part = Self.part(of: large, around: outline.box)
            large =
                large.part(
                    columns: part.columns, rows: part.rows, longestSide: Self.spotSide) ?? large
            whole = try renderer.jpeg(from: small, quality: Self.quality)
            spot = try renderer.jpeg(from: large, quality: Self.quality)
        } catch {
            if error.message.isEmpty {
                throw WitError(
                    .unknownShape, at: path,
                    "The spot that is asked about is not within the picture “\(path)”.")
            }
            throw WitError(
                .pictureUnreadable, at: path,
                "The picture in “\(path)” cannot be decoded, so no spot of it can be shown: "
                    + error.message)
        }
    }

    /// The pixels round a box: its own size more on each side, and never less than a person needs to
    /// see where it is.
    private static func part(
        of plane: PixelPlane, around box: RegionBox
    ) -> (columns: Range<Int>, rows: Range<Int>) {
        let (wide, high) = (Double(plane.width), Double(plane.height))
        let least = leastPart * max(wide, high)
        func range(_ start: Double, _ length: Double, _ count: Int) -> Range<Int> {
            let size = min(Double(count), max(least, length * (1 + 2 * margin)))
            let middle = start + length / 2
            let low = max(0, min(Double(count) - size, middle - size / 2))
            return Int(low)..<max(Int(low) + 1, Int((low + size).rounded()))
        }
        return (
            range(box.x * wide, box.width * wide, plane.width),
            range(box.y * high, box.height * high, plane.height)
        )
    }
}

extension WitError.Code {
    /// The spot that is asked about is of no shape that can be drawn, or not in the picture.
    public static let unknownShape: Self = "unknown-shape"
}
