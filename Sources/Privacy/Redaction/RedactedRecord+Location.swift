import PhotoRecords

extension RedactedRecord {
    /// Whether a location that was read somewhere is one that may leave of this photo.
    func allows(_ told: Location) -> Bool {
        guard let own = record.location else { return false }
        // What leaves exactly is compared elsewhere: here only that it is this photo's.
        let isExact = grade == .exact
        if let point = told.coordinate {
            guard let coordinate = own.coordinate,
                abs(coordinate.latitude - point.latitude) < 2e-5,
                abs(coordinate.longitude - point.longitude) < 2e-5
            else { return false }
        }
        guard !isExact else { return told.coordinate != nil || told.place?.name == own.place?.name }
        guard told.altitude == nil, told.direction == nil, told.accuracy == nil else {
            return false
        }
        guard let name = told.place?.name else { return true }
        return own.place?.name.map { PlainText.isSame(name, as: $0) } ?? false
    }
}
