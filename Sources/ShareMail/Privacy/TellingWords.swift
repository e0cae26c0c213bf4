import PhotoRecord

/// The words that leave with a photo, as a person wrote them: they are the person's to send, and what
/// they tell of the fields that stay at home is pointed out.
struct TellingWords {
    /// Each text with the field that it stands in.
    let texts: [(field: String, text: String)]

    init(_ leaving: PhotoRecord) {
        var texts: [(String, String)] = []
        texts += leaving.name.map { [("name", $0)] } ?? []
        texts += leaving.caption.map { [("caption", $0)] } ?? []
        texts += leaving.keywords.map { ("keywords", $0) }
        texts += leaving.people.map { ("people", $0) }
        texts += leaving.regions.compactMap { region in region.name.map { ("regions", $0) } }
        self.texts = texts
    }

    /// The first text of each field that holds one of the words, and which.
    func holding(_ words: [String]) -> [(field: String, text: String, word: String)] {
        let words = words.filter { $0.count >= 3 }
        return texts.compactMap { field, text in
            words.first { text.lowercased().contains($0.lowercased()) }.map { (field, text, $0) }
        }
    }
}

extension LocationGrade {
    /// Finds words that leave and tell what the grade keeps at home: the name of the place in a
    /// caption, say. For the person to know; not an error.
    static func wordsThatTell(_ original: PhotoRecord, leaving: PhotoRecord) -> [Finding] {
        let (place, told) = (original.location?.place, leaving.location?.place)
        let names = [place?.name, place?.region].compactMap(\.self)
            .filter { ![told?.name, told?.region].contains($0) }
        let words = TellingWords(leaving)
        let point = original.location?.coordinate
        return words.holding(names).map { field, text, name in
            Finding(
                .note, .placeInWords, where: field,
                "The \(field) “\(text.prefix(60))” names the place (“\(name)”) and is sent as it"
                    + " stands.")
        }
            + words.texts.compactMap { field, text in
                PlaceSigns.first(in: text, of: point).map { sign in
                    Finding(
                        .note, .placeInWords, where: field,
                        "The \(field) “\(text.prefix(60))” tells a place (\(sign)) and is sent as it"
                            + " stands.")
                }
            }
    }
}

extension FieldGroup {
    /// Finds words that leave and tell what is left out: a person's name in a caption, say.
    func wordsThatTell(_ original: PhotoRecord, leaving: PhotoRecord) -> [Finding] {
        TellingWords(leaving).holding(words(of: original)).map { field, text, word in
            Finding(
                .note, .strippedInWords, where: field,
                "The \(field) “\(text.prefix(60))” tells what is left out (“\(word.prefix(60))”)"
                    + " and is sent as it stands.")
        }
    }
}

extension FindingCode {
    /// Words that leave and name the place that was to stay at home.
    public static let placeInWords: FindingCode = "place-in-words"
    /// Words that leave and tell of a group of fields that was to stay at home.
    public static let strippedInWords: FindingCode = "stripped-in-words"
}
