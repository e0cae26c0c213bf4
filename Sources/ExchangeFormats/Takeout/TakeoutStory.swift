import JSON
import PhotoRecords

/// What a Takeout's JSON says of a photo, as a record.
package enum TakeoutStory {
    /// How locations and offsets name where they came from.
    private static let source = "takeout"

    /// The record; nil where the JSON says nothing.
    ///
    /// - Parameters:
    ///   - file: the JSON.
    ///   - name: the photo's file name.
    ///   - albums: the titles of the albums that it lies in: they become keywords.
    ///   - own: what the catalog has of the photo.
    package static func record(
        of file: TakeoutFile, picture name: String, albums: [String], besides own: PhotoRecord
    ) -> PhotoRecord? {
        var record = PhotoRecord()
        // `title` is the file's name: it says what the photo shows only where it is another one.
        if let title = file.title, !TakeoutFile.isFileName(title, of: name) {
            record.name = TakeoutFile.withoutEnding(title)
        }
        record.caption = file.caption
        record.people = file.people
        record.keywords = file.tags + albums.filter { !file.tags.contains($0) }
        record.location = ForeignValues.location(
            file.coordinate, altitude: file.altitude, place: nil, source: source,
            besides: own.location)
        record.taken = file.takenAt.flatMap {
            taken(at: $0, isLocated: file.coordinate != nil, besides: own.taken)
        }
        // Kept with the photo: a field of its own there is none.
        if file.isFavorite { record.unknown["favorite"] = .bool(true) }
        return record == PhotoRecord() ? nil : record
    }

    /// The moment that the JSON says, as the photo's clock showed it.
    ///
    /// The photo's own local time stands. Its distance from the moment is a time zone's if it is
    /// within 14 hours, and within 5 minutes of a quarter of an hour (“Reading a photo's
    /// metadata”). A photo without a local time gets the moment as it is: UTC.
    ///
    /// QUIRK: where Google knows no time zone it takes the local time for UTC. A distance of 0
    /// counts only with a location, by which Google knew the zone.
    static func taken(
        at moment: Int, isLocated: Bool, besides own: CaptureTime?
    ) -> CaptureTime? {
        if let own, own.local.time != nil {
            let difference = own.local.secondsSince1970 - moment
            if let offset = own.offset {
                if abs(difference - offset.minutes * 60) <= 1 { return own }
                return LocalDateTime(secondsSince1970: moment + offset.minutes * 60).map {
                    CaptureTime(
                        local: $0, offset: offset, offsetSource: own.offsetSource, source: source)
                }
            }
            let quarters = Int((Double(difference) / 900).rounded())
            if abs(difference - quarters * 900) < 300,
                let offset = UTCOffset(minutes: quarters * 15)
            {
                if quarters == 0, !isLocated { return nil }
                var taken = own
                taken.offset = offset
                taken.offsetSource = CaptureTime.OffsetSource(rawValue: source)
                return taken
            }
        }
        return LocalDateTime(secondsSince1970: moment).map {
            CaptureTime(
                local: $0, offset: UTCOffset(minutes: 0),
                offsetSource: CaptureTime.OffsetSource(rawValue: source), source: source)
        }
    }
}
