import Foundation
import PhotoRecord

/// Tells two records' stories apart, as a person would: the fields that every channel carries.
public enum StoryComparison {
    /// Degrees within which two coordinates are one: about 0.1 m.
    public static let degrees = 1e-6
    /// Metres within which two altitudes are one.
    public static let metres = 0.01

    /// What differs: name, caption, keywords, people, taken (local time and offset), coordinate,
    /// precision, altitude and place, each in a sentence with both values. Empty if the stories are one.
    public static func differences(_ left: PhotoRecord, _ right: PhotoRecord) -> [String] {
        var found: [String] = []
        forEachDifference(left, right) { field, left, right in
            found.append("\(field): “\(left)” against “\(right)”")
        }
        return found
    }

    /// How many of those fields differ, without a word about them.
    static func count(_ left: PhotoRecord, _ right: PhotoRecord) -> Int {
        var count = 0
        forEachDifference(left, right) { _, _, _ in count += 1 }
        return count
    }

    private static func forEachDifference(
        _ left: PhotoRecord, _ right: PhotoRecord, _ tell: (String, Any, Any) -> Void
    ) {
        func compare<T: Equatable>(_ field: String, _ left: T, _ right: T) {
            if left != right { tell(field, left, right) }
        }
        compare("name", left.name, right.name)
        compare("caption", left.caption, right.caption)
        compare("keywords", left.keywords, right.keywords)
        compare("people", left.people, right.people)
        compare("taken", left.taken?.local.iso, right.taken?.local.iso)
        compare("offset", left.taken?.offset, right.taken?.offset)
        let (first, second) = (left.location, right.location)
        if !isNear(first?.coordinate?.latitude, second?.coordinate?.latitude, degrees)
            || !isNear(first?.coordinate?.longitude, second?.coordinate?.longitude, degrees)
        {
            compare("coordinate", first?.coordinate, second?.coordinate)
        }
        // An altitude without a point is no location that every carrier could tell.
        if first?.coordinate != nil, !isNear(first?.altitude, second?.altitude, metres) {
            compare("altitude", first?.altitude, second?.altitude)
        }
        // Without a point there is nothing that a precision could say of.
        if first?.coordinate != nil, second?.coordinate != nil {
            compare(
                "precision", (first?.precision ?? .exact).rawValue,
                (second?.precision ?? .exact).rawValue)
        }
        compare("place", first?.place?.name, second?.place?.name)
        compare("region", first?.place?.region, second?.place?.region)
        compare("country", first?.place?.country, second?.place?.country)
    }

    private static func isNear(_ left: Double?, _ right: Double?, _ tolerance: Double) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): abs(left - right) <= tolerance
        default: false
        }
    }
}
