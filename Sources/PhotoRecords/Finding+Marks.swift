import TextCleaning

extension FindingCode {
    /// A text with more combining marks in a row than are kept.
    public static let combiningMarks: FindingCode = "combining-marks"
}

extension Finding {
    /// That a text has so many combining marks in a row that there may have been more.
    public static func combiningMarks(at place: String) -> Finding {
        Finding(
            .warning, .combiningMarks, where: place,
            "A text has very many combining marks in a row; of more than"
                + " \(ForeignText.longestRun) the rest is left out.")
    }
}

extension PhotoRecord {
    /// Whether one of the record's texts has so many combining marks in a row that there may have
    /// been more.
    public var hasLongestRunOfMarks: Bool {
        let texts = [
            name, caption, camera?.make, camera?.model, camera?.lens, location?.place?.name,
            location?.place?.region, location?.place?.country,
        ]
        let isAny = ForeignText.hasLongestRun
        return texts.contains { $0.map(isAny) ?? false } || keywords.contains(where: isAny)
            || people.contains(where: isAny)
            || regions.contains { $0.name.map(isAny) ?? false }
    }
}
