import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Makes edits, all or none, as one change that can be undone. On the disk when it returns.
    ///
    /// The values get this source and the moment as their provenance. An emptied field is
    /// remembered as emptied by the source: no file and no mail fills it silently.
    ///
    /// - Parameters:
    ///   - summary: One line for a person.
    ///   - source: Who says so, where an edit does not name another one: `user`, …
    /// - Returns: The change; nil where every photo already was as the edits say.
    /// - Throws: `no-such-photo`, and what writing can.
    @discardableResult
    public func edit(
        _ edits: [PhotoEdit], summary: String, source: String = Provenance.user
    ) throws(WitError) -> Change? {
        try writing(durable: true) { db in
            let log = ChangeLog(db, .edit, source: source, geocoder: geocoder)
            for edit in edits {
                var provenance = Provenance(source: edit.source ?? source, at: log.at)
                guard var row = try log.rows.row(edit.photo) else {
                    throw WitError.catalog(.noSuchPhoto, "there is no photo \(edit.photo.text)")
                }
                let (field, value) = edit.operation.applied(to: row.record)
                if row.record[field: field] == value[field: field] {
                    // To say what a file says is to vouch for it: from now on it stands.
                    let vouched = row.record.provenance[field]?.source == provenance.source
                    let isOpen = row.record.provenance[field]?.until != nil
                    if vouched && !isOpen || (value[isEmpty: field] && !edit.operation.isSet) {
                        continue
                    }
                }
                provenance.until = try log.until(field, of: row, becoming: value)
                try log.set(field, of: &row, like: value, from: provenance)
                try log.rows.update(row)
            }
            return try log.finish(summary)
        }
    }

    /// Stores hashes of a photo's file, once they are known; nil leaves one as it is.
    ///
    /// - Parameters:
    ///   - sha256: Of the whole file, 64 lower-case hexadecimal digits.
    ///   - perceptualHash: In hexadecimal digits.
    /// - Throws: `no-such-photo`; else as any change: `read-only`, `disk-full`, …
    public func setHashes(
        _ id: RecordID, sha256: String? = nil, perceptualHash: String? = nil
    ) throws(WitError) {
        try writing { db in
            try db.cachedStatement(
                sql: """
                    UPDATE photo SET sha256 = ifnull(?, sha256),
                        perceptual_hash = ifnull(?, perceptual_hash) WHERE record_id = ?
                    """
            ).execute(arguments: [
                HexBlob.data(sha256), HexBlob.data(perceptualHash), HexBlob.data(id),
            ])
            if db.changesCount == 0 {
                throw WitError.catalog(.noSuchPhoto, "there is no photo \(id.text)")
            }
        }
    }
}

extension PhotoEdit.Operation {
    fileprivate var isSet: Bool {
        if case .set = self { true } else { false }
    }

    /// The field that is altered, and a record with what it becomes.
    fileprivate func applied(to record: PhotoRecord) -> (RecordField, PhotoRecord) {
        var record = record
        switch self {
        case .set(let field, let value):
            record[field: field] = value
            return (field, record)
        case .add(let field, let elements):
            record.changeList(field) { list in
                var seen = Set(list)
                list += elements.filter { seen.insert($0).inserted }
            }
            return (field, record)
        case .remove(let field, let elements):
            record.changeList(field) { list in list.removeAll(where: Set(elements).contains) }
            return (field, record)
        }
    }
}

extension PhotoRecord {
    fileprivate mutating func changeList(
        _ field: RecordField, _ change: (inout [String]) -> Void
    ) {
        switch field {
        case .keywords: change(&keywords)
        case .people: change(&people)
        default: break
        }
    }
}
