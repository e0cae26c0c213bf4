import Foundation
import GRDB
import OutputText

extension WitError.Code {
    /// The file is no SQLite database.
    public static let notADatabase: Self = "not-a-database"
    /// The file is a database of another program.
    public static let notACatalog: Self = "not-a-catalog"
    /// The catalog or its folder cannot be written.
    public static let readOnly: Self = "read-only"
    /// The disk is full; the change was taken back.
    public static let full: Self = "disk-full"
    /// The catalog cannot be opened.
    public static let cannotOpen: Self = "cannot-open"
    /// There is no catalog yet that could be read.
    public static let noCatalog: Self = "no-catalog"
    /// There is no such file, or its folder cannot be made.
    public static let noSuchFolder: Self = "no-such-folder"
    /// The database is damaged.
    public static let corrupt: Self = "corrupt"
    /// Another program held the catalog for longer than a minute.
    public static let busy: Self = "busy"
    /// No photo goes by the reference.
    public static let noSuchPhoto: Self = "no-such-photo"
    /// Several photos go by the reference.
    public static let ambiguous: Self = "ambiguous"
    /// No change has the number, or none is left to undo.
    public static let noSuchChange: Self = "no-such-change"
    /// The change cannot be undone.
    public static let notUndoable: Self = "not-undoable"
    /// No pending proposal has the number.
    public static let noSuchProposal: Self = "no-such-proposal"
    /// A file that would be overwritten is there.
    public static let fileExists: Self = "file-exists"
    /// No mail of the outbox has the number.
    public static let noSuchMail: Self = "no-such-mail"
    /// The outbox has a mail of this Message-ID.
    public static let mailKnown: Self = "mail-known"
    /// The mail of the outbox cannot be sent, shown or discarded as it is.
    public static let notSendable: Self = "not-sendable"
}

extension WitError {
    /// An error of a catalog.
    ///
    /// - Parameter sqliteCode: SQLite's extended result code, where SQLite said it.
    static func catalog(
        _ code: Code, _ message: String, sqliteCode: Int32? = nil
    ) -> WitError {
        var error = WitError(code, about: .catalog(""), message)
        error.arguments["sqlite"] = sqliteCode.map(String.init)
        return error
    }

    /// SQLite's extended result code; nil where the error is not SQLite's.
    public var sqliteCode: Int32? { arguments["sqlite"].flatMap { Int32($0) } }

    /// Whether the catalog is what said no: it, or something that it knows.
    public var isCatalogError: Bool { subject?.kind == .catalog }
}

extension WitError {
    /// Puts any error that came out of a database access into words.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as WitError: self = error
        case let error as DatabaseError: self.init(database: error, path: path)
        default: self = .catalog(.failed, "\(path): \(ErrorWords.sentence(of: error))")
        }
    }

    private init(database error: DatabaseError, path: String) {
        let extended = error.extendedResultCode
        let (code, words): (Code, String)
        switch error.resultCode {
        case .SQLITE_NOTADB: (code, words) = (.notADatabase, "is not a database")
        case .SQLITE_CORRUPT:
            (code, words) = (
                .corrupt, "is damaged (\(error.message ?? "malformed"))"
            )
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            (code, words) = (.readOnly, "cannot be written: it or its folder is read-only")
        case .SQLITE_FULL:
            (code, words) = (.full, "cannot be written: the disk is full; nothing was changed")
        case .SQLITE_CANTOPEN: (code, words) = (.cannotOpen, "cannot be opened")
        case .SQLITE_BUSY where StatementStop.isRequested:
            (code, words) = (.interrupted, "was left as it is: stopped")
        case .SQLITE_INTERRUPT, .SQLITE_ABORT:
            (code, words) = (.interrupted, "was left as it is: stopped")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            (code, words) = (.busy, "is locked by another program; try again later")
        case .SQLITE_IOERR where CatalogFile.diskIsFull(besides: path):
            (code, words) = (.full, "cannot be used: the disk is full")
        case .SQLITE_IOERR:
            (code, words) = (
                .inputOutput, "cannot be read or written (I/O error \(extended.rawValue))"
            )
        default:
            (code, words) = (
                .failed, "failed: \(error.message ?? "SQLite error \(extended.rawValue)")"
            )
        }
        self = .catalog(code, "catalog \(path) \(words)", sqliteCode: extended.rawValue)
    }
}
