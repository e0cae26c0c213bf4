/// The values of the fields that are read, each in the place of its own that ``ExifTag/all`` gives
/// it: a scan looks up dozens for every photo, which a hash table would take longer for.
struct ExifEntries {
    private var values = [ExifEntry?](repeating: nil, count: ExifTag.all.count)
    /// Whether there is none.
    private(set) var isEmpty = true

    /// A field's value.
    subscript(tag: ExifTag) -> ExifEntry? {
        ExifTag.slot(tag.number, in: tag.directory).flatMap { values[$0] }
    }

    /// The value of the field that has this place.
    subscript(slot slot: Int) -> ExifEntry? {
        get { values[slot] }
        set {
            values[slot] = newValue
            if newValue != nil { isEmpty = false }
        }
    }

    /// Takes the values of fields that have none yet.
    mutating func fill(from other: ExifEntries) {
        for slot in values.indices where values[slot] == nil {
            self[slot: slot] = other.values[slot]
        }
    }
}
