import Foundation
import GRDB
import OutputText

/// Why a catalog could not do what it was asked: a stable code, one line for a person that names
/// the catalog or the photo, and SQLite's extended result code where SQLite said it.
public struct CatalogError: SpokenError, Hashable, Sendable {
    /// What kind of error: an open vocabulary.
    public struct Code: Hashable, Sendable, RawRepresentable {
        /// The code as it stands in JSON.
        public var rawValue: String
        /// Takes any text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is no SQLite database.
        public static let notADatabase = Self(rawValue: "not-a-database")
        /// The file is a database of another program.
        public static let notACatalog = Self(rawValue: "not-a-catalog")
        /// A newer version wrote the catalog; it was not touched.
        public static let newerVersion = Self(rawValue: "newer-version")
        /// The catalog or its folder cannot be written.
        public static let readOnly = Self(rawValue: "read-only")
        /// The disk is full; the change was taken back.
        public static let full = Self(rawValue: "disk-full")
        /// The catalog cannot be opened.
        public static let cannotOpen = Self(rawValue: "cannot-open")
        /// There is no such file, or its folder cannot be made.
        public static let noSuchFolder = Self(rawValue: "no-such-folder")
        /// The database is damaged.
        public static let corrupt = Self(rawValue: "corrupt")
        /// Another program held the catalog for longer than a minute.
        public static let busy = Self(rawValue: "busy")
        /// The disk failed.
        public static let inputOutput = Self(rawValue: "input-output")
        /// Anything else that SQLite says.
        public static let failed = Self(rawValue: "failed")
        /// No photo goes by the reference.
        public static let noSuchPhoto = Self(rawValue: "no-such-photo")
        /// Several photos go by the reference.
        public static let ambiguous = Self(rawValue: "ambiguous")
        /// No change has the number, or none is left to undo.
        public static let noSuchChange = Self(rawValue: "no-such-change")
        /// The change cannot be undone.
        public static let notUndoable = Self(rawValue: "not-undoable")
        /// No pending proposal has the number.
        public static let noSuchProposal = Self(rawValue: "no-such-proposal")
        /// A file that would be overwritten is there.
        public static let fileExists = Self(rawValue: "file-exists")
        /// No mail of the outbox has the number.
        public static let noSuchMail = Self(rawValue: "no-such-mail")
        /// The outbox has a mail of this Message-ID.
        public static let mailKnown = Self(rawValue: "mail-known")
        /// The mail of the outbox cannot be sent, shown or discarded as it is.
        public static let notSendable = Self(rawValue: "not-sendable")
        /// A person asked to stop; nothing was changed.
        public static let interrupted = Self(rawValue: "interrupted")
    }

    /// What kind of error.
    public var code: Code
    /// One line for a person.
    public var message: String
    /// SQLite's extended result code; nil where the error is not SQLite's.
    public var sqliteCode: Int32?

    /// An error of a kind, in one line.
    public init(_ code: Code, _ message: String, sqliteCode: Int32? = nil) {
        self.code = code
        self.message = message
        self.sqliteCode = sqliteCode
    }

    /// The message.
    public var description: String { message }

    /// Whether two errors are of one kind.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CatalogError {
    /// Puts any error that came out of a database access into words.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as CatalogError: self = error
        case let error as DatabaseError: self.init(database: error, path: path)
        default: self.init(.failed, "\(path): \(ErrorWords.sentence(of: error))")
        }
    }

    private init(database error: DatabaseError, path: String) {
        let extended = error.extendedResultCode
        let (code, words): (Code, String)
        switch error.resultCode {
        case .SQLITE_NOTADB: (code, words) = (.notADatabase, "is not a database")
        case .SQLITE_CORRUPT:
            (code, words) = (
                .corrupt, "is damaged (\(error.message ?? "malformed")); see wit check"
            )
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            (code, words) = (.readOnly, "cannot be written: it or its folder is read-only")
        case .SQLITE_FULL:
            (code, words) = (.full, "cannot be written: the disk is full; nothing was changed")
        case .SQLITE_CANTOPEN: (code, words) = (.cannotOpen, "cannot be opened")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            (code, words) = (.busy, "is held by another program; try again later")
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
        self.init(code, "catalog \(path) \(words)", sqliteCode: extended.rawValue)
    }
}
