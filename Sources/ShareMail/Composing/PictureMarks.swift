import PhotoRecords
import Pictures
import Privacy
import RegionGeometry

/// What is drawn into a picture before it leaves: the outlines of regions with their names, and mosaics
/// over people.
struct PictureMarks {
    /// Pixels that neither side exceeds of a picture that is drawn upon.
    static let longestSide = 4_096
    /// The most regions that are outlined: those on top.
    static let mostOutlines = 200

    private let outlined: [Region]
    private let hidden: [RegionBox]
    private let aspect: Double

    /// What is to be drawn; nil for nothing.
    ///
    /// - Parameters:
    ///   - original: The record as it is, whose people are hidden.
    ///   - leaving: The record as it leaves, whose regions are outlined, but for those of hidden people.
    init?(of original: PhotoRecord, leaving: PhotoRecord, _ options: ShareOptions) {
        let size = original.image?.displayedSize ?? (1, 1)
        let aspect = Double(size.width) / Double(size.height)
        self.aspect = aspect
        // What is asked about must be seen.
        let asked = options.question?.region
        let people =
            options.blursPeople
            ? FieldGroup.regionsOfPeople(in: original).filter { $0.id == nil || $0.id != asked?.id }
            : []
        hidden = people.compactMap { $0.shape.bounds(aspect: aspect) }
        outlined =
            options.outlinesRegions
            ? leaving.regions.filter { !people.contains($0) }.suffix(Self.mostOutlines) : []
        if hidden.isEmpty, outlined.isEmpty { return nil }
    }

    /// Draws the mosaics, then the outlines, then the names.
    func draw(into plane: inout PixelPlane) {
        for box in hidden { plane.mosaic(over: box) }
        let drawn = outlined.compactMap { region in
            SpotOutline(region.shape, aspect: aspect).map { (region, $0) }
        }
        for (region, outline) in drawn {
            outline.draw(into: &plane, color: Self.color(of: region), share: 1.0 / 300)
        }
        for (region, outline) in drawn {
            guard let name = region.name, !name.isEmpty else { continue }
            // A name that cannot be drawn is missing; the outline is there.
            guard
                let label = try? PictureLabel.drawn(
                    name, height: max(plane.width, plane.height) / 40,
                    ground: Self.color(of: region))
            else { continue }
            let left = Int(max(0, min(1, outline.box.x)) * Double(plane.width))
            let top = Int(max(0, min(1, outline.box.y)) * Double(plane.height)) - label.height
            plane.lay(
                label, left: max(0, min(left, plane.width - label.width)), top: max(0, top))
        }
    }

    private static func color(of region: Region) -> (UInt8, UInt8, UInt8) {
        guard let color = region.color.flatMap({ Color($0) }) else { return SpotOutline.amber }
        return (color.red, color.green, color.blue)
    }
}
