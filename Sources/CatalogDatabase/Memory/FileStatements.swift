import Files
import GRDB
import PhotoRecords

/// What the files of a photo say of each field, by the hashes of what each said when it was last
/// read.
struct FileStatements {
    /// By files that are there, and by those whose whole folder is away: a disk that is not
    /// plugged in.
    private var told: [RecordField: Set<Int64>] = [:]
    /// By files that are there: the first of each value in the order of their paths.
    private var present: [RecordField: [Int64: String]] = [:]
    /// The fields of which a file that is there says nothing.
    private var silent: Set<RecordField> = []
    /// Whether any file is there.
    private(set) var isAnyPresent = false
    /// Whether a file is there that was written since, and is read after this.
    private(set) var isAnyUnread = false

    /// - Parameter unread: Paths of files of which is known that they say something else by now.
    init(of photo: Int64, unread: Set<String>, _ db: Database) throws {
        for file in try FileRow.all(of: photo, db) {
            if !file.missing {
                isAnyPresent = true
                if unread.contains(file.path) { isAnyUnread = true }
            } else if !PathPresence.isGone(Folder.holding(file.path)) {
                continue
            }
            if !file.missing {
                for field in RecordField.allCases where file.said?[field] == nil {
                    silent.insert(field)
                }
            }
            for (field, hash) in file.said?.hashes ?? [:] {
                told[field, default: []].insert(hash)
                if !file.missing, present[field]?[hash] == nil {
                    present[field, default: [:]][hash] = file.path
                }
            }
        }
    }

    /// Whether a file says a value, or did before its disk was taken away.
    func isTold(_ field: RecordField, _ hash: Int64) -> Bool {
        told[field]?.contains(hash) ?? false
    }

    /// Whether a file that is there says a value.
    func isPresent(_ field: RecordField, _ hash: Int64) -> Bool { present[field]?[hash] != nil }

    /// Whether a file that is there says nothing of a field.
    func isAnySilent(_ field: RecordField) -> Bool { silent.contains(field) }

    /// The values that files say which are there, each with the path of one that does.
    func values(of field: RecordField) -> [Int64: String] { present[field] ?? [:] }

    /// What is selected of each file that may say a value.
    private enum Column: Int, SelectedColumn { case path, missing, said }

    /// Whether any file of a photo says a value, as `isTold`; stops at the first one.
    static func isTold(
        _ field: RecordField, _ hash: Int64, of photo: Int64, _ db: Database
    ) throws -> Bool {
        let files = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT \(Column.list) FROM file WHERE photo = ? ORDER BY missing, path"),
            arguments: [photo])
        while let file = try files.next() {
            if LastReadHashes(file[Column.said])[field] == hash,
                !file[Column.missing] || PathPresence.isGone(Folder.holding(file[Column.path]))
            {
                return true
            }
        }
        return false
    }
}
