import PhotoRecords

/// Records that the tests share.
enum SampleRecords {
    /// A record with every field, as a phone and a person make it.
    static var kite: PhotoRecord {
        var record = PhotoRecord()
        record.id = RecordID("0192f3c4-5a6b-7c8d-9e0f-112233445566")
        record.file = "/home/anna/Photos/2024/IMG_1.jpg"
        record.name = "Red kite"
        record.caption = "Above the barn, just before the rain."
        record.keywords = ["bird", "kite"]
        record.people = ["Anna"]
        record.taken = LocalDateTime(iso: "2024-05-01T10:22:33.12").map {
            CaptureTime(
                local: $0, offset: UTCOffset(minutes: 120), offsetSource: .exif,
                source: "exif:DateTimeOriginal")
        }
        record.location = Location(
            coordinate: Coordinate(latitude: 48.85837, longitude: 2.29448), altitude: 35.1,
            direction: 120.5, source: "exif",
            place: Place(name: "Paris", region: "Île-de-France", country: "FR", distanceKm: 1.2))
        record.camera = Camera(make: "Apple", model: "iPhone 15 Pro")
        record.regions = [
            Region(
                name: "Red kite", kind: .thing,
                shape: .rectangle(RegionBox(x: 0.25, y: 0.25, width: 0.5, height: 0.25)))
        ]
        var image = ImageFacts()
        image.mediaType = "image/jpeg"
        image.sha256 = String(repeating: "0123456789abcdef", count: 4)
        record.image = image
        record.provenance = [
            .name: Provenance(source: "user", at: "2024-05-02T10:00:00Z"),
            .location: Provenance(source: "exif:GPSLatitude"),
        ]
        record.findings = [Finding(.note, "test", where: "exif:Make", "A note.")]
        return record
    }
}
