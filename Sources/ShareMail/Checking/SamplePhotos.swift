import PhotoRecords

/// Photos that nobody took, to see templates with.
enum SamplePhotos {
    /// So many photos: the first with all that can be told, the second with nothing, then in turn.
    static func views(_ count: Int) -> [PhotoView] {
        (0..<count).map { index in
            let isFull = index % 2 == 0
            return PhotoView(
                record: isFull ? full(index) : PhotoRecord(), fileName: "photo-\(index + 1).jpg",
                preview: (
                    "wit-preview-\(index + 1).sample@whatisthat.invalid",
                    isFull ? 640 : 480, isFull ? 480 : 640
                ))
        }
    }

    private static func full(_ index: Int) -> PhotoRecord {
        var record = PhotoRecord()
        record.name = "Red kite \(index + 1)"
        record.caption = "Above the barn,\njust before the rain: <b>\"it\" & 'we'</b> {{name}}"
        record.keywords = ["bird", "red, kite"]
        record.people = ["Anna", "Müller, Ben"]
        record.taken = LocalDateTime(iso: "2024-05-01T10:22:33.12").map {
            CaptureTime(local: $0, offset: UTCOffset(minutes: 120))
        }
        record.location = Location(
            coordinate: Coordinate(latitude: 45.5, longitude: 5.3), altitude: 35.1,
            place: Place(name: "Paris", region: "Île-de-France", country: "FR"))
        record.camera = Camera(make: "Apple", model: "iPhone 15 Pro")
        record.regions = [
            Region(
                name: "Red kite", kind: .thing,
                shape: .rectangle(RegionBox(x: 0.25, y: 0.25, width: 0.5, height: 0.25)))
        ]
        return record
    }
}
