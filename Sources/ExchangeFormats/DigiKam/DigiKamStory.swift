import JSON
import PhotoRecords

/// What digiKam's database says of a photo, as a record.
package enum DigiKamStory {
    private static let source = "digikam"

    /// The record; nil where digiKam knows nothing to tell.
    ///
    /// - Parameters:
    ///   - image: what the database says.
    ///   - own: what the catalog has of the photo.
    package static func record(of image: DigiKamImage, besides own: PhotoRecord) -> PhotoRecord? {
        var record = PhotoRecord()
        record.name = image.name
        record.caption = image.caption
        record.keywords = image.keywords
        record.people = image.people
        record.taken = image.taken.map { CaptureTime(local: $0, source: source) }
        record.location = ForeignValues.location(
            image.coordinate, altitude: image.altitude, place: image.place, source: source,
            besides: own.location)
        record.regions = ForeignValues.regions(image.faces, besides: own)
        // Kept with the photo: a field of its own there is none.
        if let rating = image.rating { record.unknown["rating"] = .integer(Int64(rating)) }
        return record == PhotoRecord() ? nil : record
    }
}
