import Files
import GRDB
import OutputText
import PhotoRecords

extension FindingCode {
    /// A file says something else than the catalog, and there is no proposal.
    public static let fileDiffers: FindingCode = "file-differs"
}

extension PhotoCatalog {
    /// The files to read once more although nobody wrote them: what they say decides what becomes
    /// of values that no file says any more. A scan that finds such values asks for them; reading
    /// them settles it.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func filesToCompare() throws(WitError) -> [String] {
        try reading { db in
            try String.fetchAll(
                db.cachedStatement(
                    sql: "SELECT path FROM file WHERE reread = 2 AND missing = 0 ORDER BY path"))
        }
    }

    /// Looks for files that say something else than the catalog though neither a person nor a mail
    /// said so, no other file spoke later, and no proposal was made.
    ///
    /// - Parameters:
    ///   - all: Whether every file is read; otherwise those are of which what they said last tells
    ///     that they may differ.
    ///   - isStopped: Asked between some files whether to stop.
    ///   - read: Reads a file; nil where it can't be read, which is told elsewhere.
    /// - Returns: A warning for each such file.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func disagreements(
        readingAll all: Bool, isStopped: () -> Bool = { false },
        _ read: (String) -> ScannedFile?
    ) throws(WitError) -> [Finding] {
        var findings: [Finding] = []
        var last: Int64 = 0
        while true {
            if isStopped() { return findings }
            let page = try reading { try AgreementPage(after: last, all: all, $0) }
            guard let end = page.last else { return findings }
            last = end
            let files = page.paths.compactMap(read)
            if files.isEmpty { continue }
            findings += try reading { db in
                let log = ChangeLog(db, .scan, source: "scan")
                return try files.compactMap { try Self.disagreement($0, log) }
            }
        }
    }

    private static func disagreement(
        _ file: ScannedFile, _ log: ChangeLog
    ) throws -> Finding? {
        // What was written since it was read is news for the next scan.
        guard let known = try FileRow(path: file.path, log.db), known.stamp == file.stamp,
            let row = try log.rows.row(known.photo)
        else { return nil }
        let refresh = ValueRefresh(log)
        let fields = try RecordField.allCases.filter { field in
            try !file.record[isEmpty: field]
                && refresh.isSilentDifference(field, file.record, row)
        }
        if fields.isEmpty { return nil }
        let names = fields.map(\.rawValue).joined(separator: ", ")
        return Finding(
            .warning, .fileDiffers, where: file.path,
            "The file and the catalog differ in \(names), which was not reviewed.")
    }
}

/// Some photos' files that may differ from the catalog.
private struct AgreementPage {
    /// The number of the last photo; nil where there are no more.
    private(set) var last: Int64?
    private(set) var paths: [String] = []

    private static let photosAtOnce = 500

    init(after photo: Int64, all: Bool, _ db: Database) throws {
        let numbers = try Int64.fetchAll(
            db.cachedStatement(
                sql: "SELECT id FROM photo WHERE id > ? ORDER BY id LIMIT \(Self.photosAtOnce)"),
            arguments: [photo])
        last = numbers.last
        let rows = PhotoRows(db)
        for row in try rows.rows(numbers) {
            let files = try FileRow.all(of: row.id, db).filter { !$0.missing }
            let own = LastReadHashes(row.record)
            paths += files.filter { file in
                all
                    || file.said?.hashes.contains { field, hash in
                        row.record.provenance[field]?.at == nil && own[field] != hash
                    } ?? false
            }.map(\.path)
        }
    }
}
