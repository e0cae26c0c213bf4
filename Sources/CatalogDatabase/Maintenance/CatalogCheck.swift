import Foundation
import GRDB
import PhotoRecords

extension FindingCode {
    /// SQLite found its own structures damaged.
    public static let catalogDamaged: FindingCode = "catalog-damaged"
    /// A row refers to one that is not there.
    public static let catalogOrphan: FindingCode = "catalog-orphan"
    /// The index of words does not match the photos.
    public static let catalogWords: FindingCode = "catalog-words"
    /// A photo's row says wrongly whether its files are there.
    public static let catalogPresence: FindingCode = "catalog-presence"
    /// A record cannot be read whole.
    public static let catalogRecord: FindingCode = "catalog-record"
    /// A file is gone that was there when it was last looked for.
    public static let fileGone: FindingCode = "file-gone"
    /// A file was written since it was read.
    public static let fileChanged: FindingCode = "file-changed"
    /// A file's bytes are others, though nothing wrote it.
    public static let fileDamaged: FindingCode = "file-damaged"
    /// A file that was missing is there again.
    public static let fileReturned: FindingCode = "file-returned"
    /// A file cannot be read.
    public static let fileUnreadable: FindingCode = "file-unreadable"
}

/// What `check` looks at beside the catalog itself.
public enum FileCheck: Sendable {
    /// No file.
    case none
    /// Whether each file is there, with the size and time it was read with.
    case stamps
    /// All bytes of each file: the closure gives the SHA-256 of the file at a path, in 64
    /// lower-case hexadecimal digits. A photo's hash that was not known is stored.
    case contents(sha256: @Sendable (String) throws -> String)
}

/// Looks for what is wrong in a catalog, table by table, with flat memory.
struct CatalogCheck {
    let db: Database
    let path: String
    private let report: (Finding) -> Void

    /// How many findings of one kind are named; more are counted.
    static let namedAtMost = 100

    init(_ db: Database, path: String, _ report: @escaping (Finding) -> Void) {
        self.db = db
        self.path = path
        self.report = report
    }

    func run() throws {
        try integrity()
        try orphans()
        try presence()
        try words()
        try records()
    }

    private func integrity() throws {
        for line in try String.fetchAll(db, sql: "PRAGMA integrity_check(100)") where line != "ok" {
            report(Finding(.error, .catalogDamaged, where: path, line))
        }
        let index = "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = 'photo_by_tile'"
        if try Int.fetchOne(db, sql: index) == nil {
            report(Finding(.error, .catalogDamaged, where: path, "The index of places is missing."))
        }
    }

    private func orphans() throws {
        let violations = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
        for row in violations.prefix(Self.namedAtMost) {
            let table: String = row["table"]
            let parent: String = row["parent"]
            report(
                Finding(
                    .error, .catalogOrphan, where: "table \(table)",
                    "A row of “\(table)” refers to a row of “\(parent)” that does not exist."))
        }
        try each(
            """
            SELECT DISTINCT photo FROM (SELECT photo FROM proposal UNION ALL
                SELECT photo FROM offered UNION ALL SELECT photo FROM change_value)
            WHERE photo NOT IN (SELECT id FROM photo) AND photo NOT IN (SELECT photo FROM trash)
            """, .catalogOrphan,
            {
                "Proposals or changes refer to photo number \($0["photo"] as Int64), which does "
                    + "not exist."
            })
    }

    private func presence() throws {
        try each(
            """
            SELECT id, record_id FROM photo WHERE missing = EXISTS (
                SELECT 1 FROM file WHERE file.photo = photo.id AND NOT file.missing)
            """, .catalogPresence,
            {
                "Photo \(Self.identity($0["record_id"])) is wrongly marked as missing or as present."
            })
    }

    private func words() throws {
        try each(
            "SELECT record_id FROM photo WHERE folded_words IS NOT \(FoldedWords.expected)",
            .catalogWords,
            {
                "Photo \(Self.identity($0["record_id"])) cannot be found by all of its words."
            })
        do {
            // rank 1: compare the index with what the photos say.
            try db.execute(sql: "INSERT INTO words (words, rank) VALUES ('integrity-check', 1)")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            report(
                Finding(
                    .error, .catalogWords, where: "table words",
                    "The index of words does not match the photos."))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
            // FTS5 is asked by a statement that counts as writing: not where nothing may be.
            return
        }
    }

    private func records() throws {
        let rows = PhotoRows(db)
        let cursor = try Row.fetchCursor(
            db, sql: "SELECT \(PhotoRows.selection) FROM photo ORDER BY id")
        while let row = try cursor.next() {
            let number: Int64 = row[PhotoRows.Column.id]
            do {
                let record = try rows.row(row).record
                if record.id == nil {
                    report(
                        Finding(
                            .error, .catalogRecord, where: "photo number \(number)",
                            "The photo has no readable identity."))
                }
            } catch let error as DatabaseError {
                throw error
            } catch {
                report(
                    Finding(
                        .error, .catalogRecord,
                        where: "photo \(Self.identity(row[PhotoRows.Column.recordID]))",
                        "Part of the record is not readable JSON."))
            }
        }
    }

    private func each(
        _ sql: String, _ code: FindingCode, _ sentence: (Row) -> String
    ) throws {
        let cursor = try Row.fetchCursor(db, sql: sql)
        var count = 0
        while let row = try cursor.next() {
            count += 1
            if count <= Self.namedAtMost {
                report(Finding(.error, code, where: path, sentence(row)))
            }
        }
        if count > Self.namedAtMost {
            report(Finding(.error, code, where: path, "And \(count - Self.namedAtMost) more."))
        }
    }

    private static func identity(_ data: Data) -> String {
        HexBlob.recordID(data)?.text ?? "?"
    }
}
