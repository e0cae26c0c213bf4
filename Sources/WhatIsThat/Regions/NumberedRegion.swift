import JSON
import PhotoRecords

/// A region of a photo, with the number that a person calls it by.
public struct NumberedRegion: JSONReport {
    /// The photo.
    public let photo: RecordID
    /// Its place in the stack, from 1, which is the lowest.
    public let number: Int
    /// The region.
    public let region: Region

    /// The regions of a photo, lowest first.
    public static func all(of photo: RecordID, _ record: PhotoRecord) -> [NumberedRegion] {
        record.regions.enumerated().map { index, region in
            NumberedRegion(photo: photo, number: index + 1, region: region)
        }
    }

    /// That of the region, with `photo` and `number`.
    public var json: JSONValue {
        var object = region.json.object ?? [:]
        object["photo"] = .string(photo.text)
        object["number"] = .count(number)
        return .object(object)
    }
}
