import JSON
import PhotoRecords

/// How values of another program are fitted to what a photo says already, so that the same thing
/// in another spelling makes no proposal.
enum ForeignValues {
    /// How far, in degrees, a point may lie from the photo's own to be the same: about a metre,
    /// what degrees, minutes and seconds lose in EXIF.
    private static let pointTolerance = 1e-5

    /// A location, with the photo's own point where it is the same.
    static func location(
        _ coordinate: Coordinate?, altitude: Double?, place: Place?, source: String,
        besides own: Location?
    ) -> Location? {
        guard coordinate != nil || place?.isEmpty == false else { return nil }
        var location = Location(
            coordinate: coordinate, altitude: coordinate == nil ? nil : altitude, source: source,
            place: place)
        if let coordinate, let point = own?.coordinate,
            abs(point.latitude - coordinate.latitude) <= pointTolerance,
            abs(point.longitude - coordinate.longitude) <= pointTolerance
        {
            location.coordinate = point
        }
        return location
    }

    /// The regions that the photo does not have: of another name, or elsewhere.
    static func regions(_ regions: [Region], besides own: PhotoRecord) -> [Region] {
        let size = own.image?.displayedSize ?? (1, 1)
        let aspect = Double(size.width) / Double(size.height)
        return regions.filter { region in
            guard let box = region.shape.bounds(aspect: aspect) else { return true }
            return !own.regions.contains { other in
                (other.name == region.name || other.name == nil && region.name == nil)
                    && (other.shape.bounds(aspect: aspect).map { overlap($0, box) > 0.7 } ?? false)
            }
        }
    }

    /// The part of what two boxes cover together that both cover, 0…1.
    private static func overlap(_ left: RegionBox, _ right: RegionBox) -> Double {
        let width =
            min(left.x + left.width, right.x + right.width) - max(left.x, right.x)
        let height =
            min(left.y + left.height, right.y + right.height) - max(left.y, right.y)
        guard width > 0, height > 0 else { return 0 }
        let both = width * height
        let all = left.width * left.height + right.width * right.height - both
        return all > 0 ? both / all : 0
    }
}
