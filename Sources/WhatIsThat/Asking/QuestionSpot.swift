import CatalogDatabase
import OutputText
import PhotoRecords
import RegionGeometry

/// The spot of a photo that somebody asks about.
public enum QuestionSpot: Sendable, Hashable {
    /// A region of the photo.
    case region(RegionReference)
    /// A circle round a spot of the upright picture; a plain number is a fraction of the side.
    case point(Spot)
    /// The only region that the photo has.
    case onlyRegion

    /// How far the circle round a point reaches, in fractions of the longer side.
    private static let reach = 0.06

    /// The region, and whether the photo lacks it yet.
    ///
    /// - Throws: `WitError` that names the photo where it has no such region or spot.
    func region(
        of record: PhotoRecord, named photo: String
    ) throws(WitError) -> (region: Region, isNew: Bool) {
        switch self {
        case .point(let spot):
            let size = record.image?.displayedSize
            let center = RegionPoint(
                x: try Self.fraction(spot.x, size?.width, photo),
                y: try Self.fraction(spot.y, size?.height, photo))
            return (Self.circle(round: center, size), true)
        case .onlyRegion:
            guard let only = record.regions.first, record.regions.count == 1 else {
                throw WitError(
                    item: photo, code: .noSuchRegion,
                    reason: record.regions.isEmpty
                        ? "has no region to ask about; say which spot is meant"
                        : "has \(record.regions.count) regions; say which one is meant: "
                            + Self.list(record.regions))
            }
            return (Self.identified(only), false)
        case .region(let reference):
            return (Self.identified(record.regions[try reference.index(in: record)]), false)
        }
    }

    /// The first regions with their numbers: `1 Red kite, 2`.
    private static func list(_ regions: [Region]) -> String {
        let known = regions.prefix(9).enumerated().map { index, region in
            (["\(index + 1)"] + (region.name.map { [String($0.prefix(40))] } ?? []))
                .joined(separator: " ")
        }
        return known.joined(separator: ", ") + (regions.count > 9 ? ", …" : "")
    }

    /// A region by which answers find it again.
    private static func identified(_ region: Region) -> Region {
        var region = region
        region.id = region.id ?? RecordID().text
        return region
    }

    private static func fraction(
        _ measure: Measure, _ side: Int?, _ photo: String
    ) throws(WitError) -> Double {
        if case .pixels = measure, side == nil {
            throw WitError(
                item: photo, code: .noSuchRegion,
                reason: "its size is not known; give the spot in fractions or percentages")
        }
        let side = Double(side ?? 1)
        let value = measure.pixels(of: side, unit: side) / side
        guard (0...1).contains(value) else {
            throw WitError(
                item: photo, code: .noSuchRegion, reason: "the spot is outside the picture")
        }
        return value
    }

    private static func circle(
        round center: RegionPoint, _ size: (width: Int, height: Int)?
    ) -> Region {
        let (width, height) = (Double(size?.width ?? 1), Double(size?.height ?? 1))
        let radius = reach * max(width, height)
        func side(_ center: Double, _ length: Double) -> (start: Double, size: Double) {
            let size = min(1, 2 * radius / length)
            return (max(0, min(1 - size, center - size / 2)), size)
        }
        let (x, y) = (side(center.x, width), side(center.y, height))
        return Region(
            id: RecordID().text, kind: .question,
            shape: .ellipse(RegionBox(x: x.start, y: y.start, width: x.size, height: y.size)))
    }
}
