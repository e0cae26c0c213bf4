import Foundation
import GRDB
import GRDBSQLite

/// A statement of GRDB's cache whose values are bound one after the other and whose rows are
/// read in place, through SQLite's own functions.
///
/// GRDB boxes every value in an existential and an array: a sixth of a scan's time, for some
/// fifty values a photo. Here the values go straight to SQLite. The pointer is the statement's
/// own and lives as long as `statement`, which this object keeps; texts and blobs are copied
/// (`SQLITE_TRANSIENT`), so no pointer into Swift's memory outlives a call. For plain statements
/// within a transaction that GRDB has begun, and without observers, only.
final class DirectStatement {
    private let statement: Statement
    private let handle: SQLiteStatement
    private var bound: Int32 = 0
    private var failure = SQLITE_OK

    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
        sqlite3_reset(handle)
    }

    /// A statement of its own with its arguments bound, to be read once.
    init(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws {
        statement = try db.makeStatement(sql: sql)
        try statement.setArguments(arguments)
        handle = statement.sqliteStatement
    }

    /// The statement of a shelf's place, made when it is wanted first.
    static func shelved(
        _ place: inout DirectStatement?, _ db: Database, _ sql: @autoclosure () -> String
    ) throws -> DirectStatement {
        if let made = place { return made }
        let made = try DirectStatement(db, sql())
        place = made
        return made
    }

    // MARK: Binding the next value

    /// Binds a whole number.
    func bind(_ value: Int64?) {
        bound += 1
        note(
            value.map { sqlite3_bind_int64(handle, bound, $0) }
                ?? sqlite3_bind_null(handle, bound))
    }

    /// Binds a whole number.
    func bind(_ value: Int?) { bind(value.map { Int64($0) }) }

    /// Binds a number.
    func bind(_ value: Double?) {
        bound += 1
        note(
            value.map { sqlite3_bind_double(handle, bound, $0) }
                ?? sqlite3_bind_null(handle, bound))
    }

    /// Binds a text.
    func bind(_ value: String?) {
        bound += 1
        guard var value else { return note(sqlite3_bind_null(handle, bound)) }
        note(
            value.withUTF8 { bytes in
                // A text without any byte may have no address, which would stand for NULL.
                guard let address = bytes.baseAddress else {
                    return sqlite3_bind_text(handle, bound, "", 0, Self.transient)
                }
                return address.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text(handle, bound, $0, Int32(bytes.count), Self.transient)
                }
            })
    }

    /// Binds a blob.
    func bind(_ value: Data?) {
        bound += 1
        guard let value else { return note(sqlite3_bind_null(handle, bound)) }
        note(
            value.withUnsafeBytes { bytes in
                guard let address = bytes.baseAddress else {
                    return sqlite3_bind_zeroblob(handle, bound, 0)
                }
                return sqlite3_bind_blob(
                    handle, bound, address, Int32(bytes.count), Self.transient)
            })
    }

    /// Binds a blob.
    func bind(_ value: [UInt8]?) {
        bound += 1
        guard let value else { return note(sqlite3_bind_null(handle, bound)) }
        if value.isEmpty { return note(sqlite3_bind_zeroblob(handle, bound, 0)) }
        note(sqlite3_bind_blob(handle, bound, value, Int32(value.count), Self.transient))
    }

    // MARK: Running

    /// Runs a statement that gives no rows.
    func run() throws {
        while try next() {}
    }

    /// The first column of the first row as a whole number; nil without a row.
    func number() throws -> Int64? {
        guard try next() else { return nil }
        defer { finish() }
        return sqlite3_column_int64(handle, 0)
    }

    /// The first column of all rows as whole numbers.
    func numbers() throws -> [Int64] {
        var numbers: [Int64] = []
        while try next() { numbers.append(number(0)) }
        return numbers
    }

    /// Goes to the next row; false behind the last one, when the statement is ready again.
    func next() throws -> Bool {
        if failure == SQLITE_OK {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: return true
            case SQLITE_DONE:
                finish()
                return false
            case let code: failure = code
            }
        }
        let code = failure
        let connection = sqlite3_db_handle(handle)
        let extended = sqlite3_extended_errcode(connection)
        let message = String(cString: sqlite3_errmsg(connection))
        finish()
        throw DatabaseError(
            resultCode: ResultCode(rawValue: extended & 0xFF == code & 0xFF ? extended : code),
            message: message, sql: statement.sql)
    }

    /// Makes the statement ready to be bound and run again.
    func finish() {
        sqlite3_reset(handle)
        bound = 0
        failure = SQLITE_OK
    }

    // MARK: Columns of the row at hand

    /// A column as a whole number; NULL as 0.
    func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Appends a text column's bytes.
    func appendText(_ column: Int32, to bytes: inout [UInt8]) {
        guard let text = sqlite3_column_text(handle, column) else { return }
        let count = Int(sqlite3_column_bytes(handle, column))
        bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
    }

    private func note(_ code: Int32) {
        if code != SQLITE_OK && failure == SQLITE_OK { failure = code }
    }

    private static let transient = unsafeBitCast(
        OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type.self)
}
