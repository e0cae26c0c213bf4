import Foundation
import OutputText
import PhotoRecords

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
        forEachDifference(left, right) { field, values in
            let (first, second) = values()
            found.append("\(field): \(quoted(first)) against \(quoted(second))")
        }
        return found
    }

    /// How many of those fields differ, without a word about them.
    static func count(_ left: PhotoRecord, _ right: PhotoRecord) -> Int {
        var count = 0
        forEachDifference(left, right) { _, _ in count += 1 }
        return count
    }

    /// Passes on the fields that differ, each with what puts both values into words.
    private static func forEachDifference(
        _ left: PhotoRecord, _ right: PhotoRecord,
        _ tell: (_ field: String, _ values: () -> (String?, String?)) -> Void
    ) {
        func compare<T: Equatable>(
            _ field: String, _ left: T?, _ right: T?, _ words: @escaping (T) -> String
        ) {
            if left != right { tell(field) { (left.map(words), right.map(words)) } }
        }
        func compare(_ field: String, _ left: String?, _ right: String?) {
            compare(field, left, right) { $0 }
        }
        func compare(_ field: String, _ left: [String], _ right: [String]) {
            compare(field, left, right) { $0.joined(separator: "”, “") }
        }
        compare("name", left.name, right.name)
        compare("caption", left.caption, right.caption)
        compare("keywords", left.keywords, right.keywords)
        compare("people", left.people, right.people)
        compare("taken", left.taken?.local.iso, right.taken?.local.iso)
        compare("offset", left.taken?.offset?.description, right.taken?.offset?.description)
        let (first, second) = (left.location, right.location)
        if !isNear(first?.coordinate?.latitude, second?.coordinate?.latitude, degrees)
            || !isNear(first?.coordinate?.longitude, second?.coordinate?.longitude, degrees)
        {
            compare("coordinate", first?.coordinate, second?.coordinate) {
                "\($0.latitude), \($0.longitude)"
            }
        }
        // An altitude without a point is no location that every carrier could tell.
        if first?.coordinate != nil, !isNear(first?.altitude, second?.altitude, metres) {
            compare("altitude", first?.altitude, second?.altitude) { "\($0)" }
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

    /// A value in quotation marks, on one line; `nothing` without one.
    private static func quoted(_ value: String?) -> String {
        value.map { "“\($0.shownLine)”" } ?? "nothing"
    }

    /// The fields that differ, as ``differences(_:_:)`` tells them.
    static func fields(_ left: PhotoRecord, _ right: PhotoRecord) -> [RecordField] {
        var fields: [RecordField] = []
        if left.name != right.name { fields.append(.name) }
        if left.caption != right.caption { fields.append(.caption) }
        if left.keywords != right.keywords { fields.append(.keywords) }
        if left.people != right.people { fields.append(.people) }
        if left.taken?.local.iso != right.taken?.local.iso
            || left.taken?.offset != right.taken?.offset
        {
            fields.append(.taken)
        }
        var (first, second) = (PhotoRecord(), PhotoRecord())
        (first.location, second.location) = (left.location, right.location)
        if !differences(first, second).isEmpty { fields.append(.location) }
        return fields
    }

    private static func isNear(_ left: Double?, _ right: Double?, _ tolerance: Double) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): abs(left - right) <= tolerance
        default: false
        }
    }
}
