import GRDB
import GRDBSQLite
import OutputText

/// Ends a statement that a task waits for, without meeting those of other tasks on the same catalog, as
/// `sqlite3_interrupt` would.
///
/// SQLite asks on the thread that runs a statement, which is that of the task: so who asks to stop is found in
/// the task's own values.
enum StatementStop {
    /// Asked whether to stop; nil where what was begun is to come to its end.
    @TaskLocal static var isAsked: (@Sendable () -> Bool)?

    /// Whether the task's statements are to end.
    static var isRequested: Bool { isAsked?() ?? false }

    /// How many instructions of SQLite's machine run between two questions: some tenths of a millisecond.
    private static let instructions: Int32 = 10_000

    /// Has SQLite ask while it runs the statements of a connection (sqlite3_progress_handler).
    static func watch(_ db: Database) {
        sqlite3_progress_handler(
            db.sqliteConnection, instructions, { _ in StatementStop.isRequested ? 1 : 0 }, nil)
    }
}

extension PhotoCatalog {
    /// Does work whose statements end with `interrupted` soon after somebody asks to stop, also while they
    /// wait for another program's change: a change that was being made is taken back.
    ///
    /// - Parameters:
    ///   - isStopped: asked often, on any thread.
    ///   - work: what can be left undone. What has to be noted even then does not belong here.
    /// - Throws: What the work throws.
    public static func interruptible<Success, Failure: Error>(
        _ isStopped: @escaping @Sendable () -> Bool, _ work: () throws(Failure) -> Success
    ) throws(Failure) -> Success {
        let result: Result<Success, Failure> = StatementStop.$isAsked.withValue(isStopped) {
            do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
