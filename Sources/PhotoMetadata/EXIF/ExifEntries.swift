/// The values of the fields that are read, each in the place of its own that ``ExifTag/all`` gives
/// it: a scan looks up dozens for every photo, which a hash table would take longer for.
struct ExifEntries {
    // As many as there are fields, or none at all.
    private var values: [ExifEntry?] = []

    /// Whether there is none.
    var isEmpty: Bool { values.isEmpty }

    /// No value of any field.
    init() {}

    /// Values in the places of their fields.
    init(_ values: [ExifEntry?]) {
        if values.contains(where: { $0 != nil }) { self.values = values }
    }

    /// A field's value.
    subscript(tag: ExifTag) -> ExifEntry? {
        values.isEmpty ? nil : ExifTag.slot(tag.number, in: tag.directory).flatMap { values[$0] }
    }

    /// Takes the values of fields that have none yet.
    mutating func fill(from other: ExifEntries) {
        if values.isEmpty { values = other.values }
        for slot in other.values.indices where values[slot] == nil {
            values[slot] = other.values[slot]
        }
    }
}
