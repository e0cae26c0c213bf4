import PhotoRecords
import Privacy

extension Finding {
    /// That people whose regions are left out can still be seen in the picture; none where that is not
    /// so.
    static func visiblePeople(in record: PhotoRecord, _ options: ShareOptions) -> [Finding] {
        guard !options.blursPeople, !options.stripped.isDisjoint(with: [.people, .regions]) else {
            return []
        }
        let count = FieldGroup.regionsOfPeople(in: record).count
        guard count > 0 else { return [] }
        let people = count.counted("person", "people")
        return [
            Finding(
                .note, .peopleVisible, where: record.file ?? "",
                "The regions of \(people) are left out of “\(record.file ?? "")”; the picture still"
                    + " shows them.")
        ]
    }
}

extension FindingCode {
    /// People are left out of the record, and still seen in the picture.
    public static let peopleVisible: FindingCode = "people-visible"
}
