import Foundation
import GRDB

/// A number in an SQLite file that a program has open.
public enum StoredNumber {
    /// Reads it.
    ///
    /// - Returns: nil where the file, the table or the row is not there yet.
    public static func read(_ query: String, of path: String) throws -> Int? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let database = try DatabaseQueue(path: path, configuration: configuration)
        return try? database.read { try Int.fetchOne($0, sql: query) }
    }
}
