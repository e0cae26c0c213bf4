import Foundation

/// A folder of its own for one test, removed with this object.
public final class TemporaryFolder: Sendable {
    /// The folder.
    public let url: URL

    /// Makes a fresh, empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "wit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of a file or folder in it.
    public func path(_ name: String) -> String { url.appending(path: name).path }

    deinit { try? FileManager.default.removeItem(at: url) }
}
