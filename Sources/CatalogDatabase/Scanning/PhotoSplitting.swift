import GRDB
import PhotoRecords

/// Parts what was known of a photo when it turns out to be several.
struct PhotoSplitting {
    private let log: ChangeLog

    init(_ log: ChangeLog) { self.log = log }

    /// Proposes to a photo what persons and mails said of the one that its picture was taken for.
    ///
    /// - Returns: How many proposals were made.
    func propose(_ former: PhotoRecord, to photo: Int64) throws -> Int {
        guard let row = try log.rows.row(photo) else { return 0 }
        var count = 0
        for field in RecordField.allCases {
            guard let provenance = former.provenance[field], provenance.at != nil,
                FieldHash.of(field, in: former) != FieldHash.of(field, in: row.record)
            else { continue }
            if try Proposing.propose(field, of: former, to: row, provenance.source, log) {
                count += 1
            }
        }
        return count
    }

    /// Takes from a photo the values that files gave it and that only the file that left says.
    func forget(_ said: LastReadHashes, of photo: Int64) throws {
        guard var row = try log.rows.row(photo) else { return }
        var only = RecordField.allCases.filter { field in
            row.record.provenance[field] != nil && row.record.provenance[field]?.at == nil
                && said[field] == FieldHash.of(field, in: row.record)
        }
        if only.isEmpty { return }
        for place in try FileRow.all(of: photo, log.db) {
            only.removeAll { place.said?[$0] == said[$0] }
            if only.isEmpty { return }
        }
        for field in only { try log.set(field, of: &row, like: PhotoRecord(), from: nil) }
        try log.rows.update(row)
    }
}
