import PhotoRecords

/// How much speaks for it that a readable block, the file's name of which nobody knows, is of a
/// photo: somebody replaced a word everywhere in a text, also in the file's name.
enum StoryLikeness {
    /// 2 for each of name, caption, date and point that is told alike, and for file names that both
    /// are made of the names; 1 for the place, the people and the keywords.
    ///
    /// - Parameters:
    ///   - looked: What the block tells, looked at once for many.
    ///   - knownStory: What is told of the photo, looked at once for many.
    static func score(
        _ story: LabelledStory, _ looked: KnownStory, _ entry: PhotoEntry, _ knownStory: KnownStory
    ) -> Int {
        let (told, known) = (story.record, entry.told ?? PhotoRecord())
        var score = 0
        for (field, worth) in worths where told[field: field] != nil && known[field: field] != nil {
            if !LabelledEdits.isChanged(field, told: looked, known: knownStory) { score += worth }
        }
        if let point = told.location?.coordinate, let other = known.location?.coordinate,
            abs(point.latitude - other.latitude) <= 2e-5,
            abs(point.longitude - other.longitude) <= 2e-5
        {
            score += 2
        }
        if isNamed(told, story.fileStem), isNamed(known, entry.fileName.map(PhotoFileName.stem)) {
            score += 2
        }
        return score
    }

    private static let worths: [(RecordField, Int)] = [
        (.name, 2), (.caption, 2), (.taken, 2), (.people, 1), (.keywords, 1),
    ]

    /// Whether a file's name is made of the photo's.
    private static func isNamed(_ record: PhotoRecord, _ stem: String?) -> Bool {
        guard let name = record.name, let stem, name.utf8.count < 1_000 else { return false }
        let safe = PhotoFileName.safe(name)
        return !safe.isEmpty && PhotoFileName.safe(stem).lowercased() == safe.lowercased()
    }
}
