extension PhotoRows {
    /// What is selected of a photo to read its record: the columns of the table `photo` in the order
    /// in which they are written, between the photo's number and the path of its file.
    enum Column: Int, SelectedColumn {
        case id
        case recordID, fingerprint, sha256, perceptualHash
        case name, caption, keywords, people
        case taken, takenFraction, takenOffset
        case latitude, longitude, altitude, direction, accuracy
        case place, placeRegion, placeCountry, placeDistance
        case regions, regionNames
        case width, height, bytes
        case traits, findings, extra, missing, derived
        case file

        /// The columns that hold a record.
        static let stored = allCases.filter { $0 != .id && $0 != .file }

        /// The name in the table.
        var name: String {
            switch self {
            case .recordID: "record_id"
            case .perceptualHash: "perceptual_hash"
            case .takenFraction: "taken_fraction"
            case .takenOffset: "taken_offset"
            case .placeRegion: "place_region"
            case .placeCountry: "place_country"
            case .placeDistance: "place_distance"
            case .regionNames: "region_names"
            default: "\(self)"
            }
        }

        var expression: String {
            guard self == .file else { return "photo.\(name)" }
            return "coalesce("
                + Self.firstFile("AND missing = 0 AND fingerprint IS NULL ORDER BY path")
                + ", " + Self.firstFile("ORDER BY missing, path") + ")"
        }

        /// The path of a photo's first file; both orders are those of the index of files by photos, so
        /// that it costs the same however many there are.
        private static func firstFile(_ rest: String) -> String {
            "(SELECT path FROM file WHERE file.photo = photo.id \(rest) LIMIT 1)"
        }
    }
}
