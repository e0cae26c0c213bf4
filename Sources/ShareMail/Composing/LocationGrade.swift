import PhotoRecord

/// How much of where a photo was taken leaves in a message.
///
/// The grade holds for every carrier at once: the payload, the pictures' EXIF and XMP, the
/// import code, the text and the HTML.
public enum LocationGrade: String, Sendable, Hashable, CaseIterable {
    /// As the record has it.
    case exact
    /// Nothing: no point, altitude, direction, place or value that was derived from them.
    case none

    /// The record as it may leave under this grade.
    ///
    /// Under `none` the location and its provenance stay at home, and so do:
    /// - an offset from UTC that was worked out from the place, and the word on what an offset
    ///   was learned from;
    /// - every member that this version does not know, at every level: what cannot be judged
    ///   cannot be proven harmless.
    ///
    /// Words that a person wrote (name, caption, keywords, people, regions' names) are theirs to
    /// send; `wordsThatTell` says where they name the place.
    public func applied(to record: PhotoRecord) -> PhotoRecord {
        var kept = record
        switch self {
        case .exact: return kept
        case .none:
            kept.location = nil
            kept.provenance[.location] = nil
            if kept.taken?.offsetSource == .place { kept.taken?.offset = nil }
            kept.taken?.offsetSource = nil
            kept.taken?.unknown = [:]
            kept.camera?.unknown = [:]
            kept.image?.unknown = [:]
            kept.unknown = [:]
            kept.regions = kept.regions.compactMap { region in
                if case .unknown = region.shape { return nil }
                var region = region
                region.unknown = [:]
                return region
            }
            return kept
        }
    }
}

extension LocationGrade {
    /// Finds words of a record that tell what the grade keeps at home: the name of the place in
    /// a caption, say. For the person to know; not an error.
    static func wordsThatTell(_ record: PhotoRecord) -> [Finding] {
        guard let place = record.location?.place else { return [] }
        let names = [place.name, place.region].compactMap { $0?.lowercased() }
            .filter { $0.count >= 3 }
        var words: [(String, String)] = []
        words += record.name.map { [("name", $0)] } ?? []
        words += record.caption.map { [("caption", $0)] } ?? []
        words += record.keywords.map { ("keywords", $0) }
        words += record.regions.compactMap { region in region.name.map { ("regions", $0) } }
        return words.compactMap { field, text in
            guard let name = names.first(where: { text.lowercased().contains($0) }) else {
                return nil
            }
            return Finding(
                .note, .placeInWords, where: field,
                "The \(field) “\(text.prefix(60))” names the place (“\(name)”) and is sent as it"
                    + " stands.")
        }
    }
}

extension FindingCode {
    /// Words that leave and name the place that was to stay at home.
    public static let placeInWords: FindingCode = "place-in-words"
}
