import PhotoRecords

/// Makes one record of what several channels say of a photo: the strongest channel first, its
/// empty fields filled from the weaker ones.
struct RecordMerger {
    private(set) var record: PhotoRecord
    private(set) var fieldChannels: [RecordField: ShareChannel] = [:]
    private(set) var channels: Set<ShareChannel> = []

    init() { record = PhotoRecord() }

    /// Adds what the next weaker channel says.
    mutating func add(_ other: PhotoRecord, by channel: ShareChannel) {
        if channels.isEmpty {
            // What the strongest channel says beyond the fields is kept whole.
            record.unknown = other.unknown
            record.image = other.image
        }
        record.id = record.id ?? other.id
        record.image = record.image ?? other.image
        var says = other.id != nil
        for field in RecordField.allCases {
            guard let value = other[field: field] else { continue }
            says = true
            guard fieldChannels[field] == nil else { continue }
            record[field: field] = value
            record.provenance[field] = other.provenance[field]
            fieldChannels[field] = channel
        }
        if says { channels.insert(channel) }
    }
}
