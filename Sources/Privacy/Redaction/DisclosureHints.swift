import PhotoRecords

/// The words that leave with a photo, as a person wrote them: they are the person's to send, and what
/// they tell of the fields that stay at home is pointed out.
package struct DisclosureHints {
    /// Each text with the field that it stands in.
    package let texts: [(field: String, text: String)]

    package init(_ leaving: PhotoRecord) {
        var texts: [(String, String)] = []
        texts += leaving.name.map { [("name", $0)] } ?? []
        texts += leaving.caption.map { [("caption", $0)] } ?? []
        texts += leaving.keywords.map { ("keywords", $0) }
        texts += leaving.people.map { ("people", $0) }
        texts += leaving.regions.compactMap { region in region.name.map { ("regions", $0) } }
        self.texts = texts
    }

    /// Words that leave beside the photos' own, each with the field that it stands in.
    package init(_ texts: [(field: String, text: String)]) { self.texts = texts }

    /// Each text that holds one of the words, and which: whatever its case, accents and characters
    /// that show nothing, also within a longer word.
    func holding(_ words: [String]) -> [(field: String, text: String, word: String)] {
        let keys = words.prefix(Self.mostWords).map { ($0, Folding.visibleKey($0)) }
            .filter { WithheldPlace.counts($0.1) }
        // More words than that are looked for as whole words alone, all at once.
        let rest = WordSearch(
            words.dropFirst(Self.mostWords).filter { $0.unicodeScalars.count >= 3 }
                .map { (name: $0, value: $0) })
        guard !keys.isEmpty || !rest.isEmpty else { return [] }
        return texts.compactMap { field, text in
            let key = Folding.visibleKey(text)
            let word = keys.first { key.contains($0.1) }?.0 ?? rest.first(in: text)
            return word.map { (field, text, $0) }
        }
    }

    /// The most words that are looked for one by one.
    private static let mostWords = 100

    /// What the texts tell of where a photo was taken and that stays at home; for the person to know,
    /// not an error.
    func telling(_ original: Location?, leaving told: Location?) -> [Finding] {
        var place = WithheldPlace(original, leaving: told)
        let point = original?.coordinate
        var findings: [Finding] = []
        for (field, text) in texts {
            let start = "The \(field) “\(text.prefix(60))”"
            if let name = place.first(in: text) {
                findings.append(
                    Finding(
                        .note, .placeInWords, where: field,
                        "\(start) names the place (“\(name)”) and is sent as it is."))
            }
            if let sign = LocationHints.first(in: text, of: point) {
                findings.append(
                    Finding(
                        .note, .placeInWords, where: field,
                        "\(start) discloses a place (\(sign)) and is sent as it is."))
            }
        }
        return findings
    }

    /// What the texts tell of a group of fields that is left out: a person's name in a caption, say.
    func telling(_ group: FieldGroup, of original: PhotoRecord) -> [Finding] {
        holding(group.words(of: original)).map { field, text, word in
            Finding(
                .note, .strippedInWords, where: field,
                "The \(field) “\(text.prefix(60))” discloses what is left out"
                    + " (“\(word.prefix(60))”) and is sent as it is.")
        }
    }
}

extension FindingCode {
    /// Words that leave and name the place that was to stay at home.
    public static let placeInWords: FindingCode = "place-in-words"
    /// Words that leave and tell of a group of fields that was to stay at home.
    public static let strippedInWords: FindingCode = "stripped-in-words"
}
