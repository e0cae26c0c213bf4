import Foundation

/// Where a person's catalog lies.
public enum CatalogPlace {
    /// The catalog's path: the one given, else `WIT_CATALOG`, else `wit/catalog.sqlite` in the
    /// XDG data folder (XDG Base Directory Specification: `XDG_DATA_HOME`, else
    /// `~/.local/share`).
    ///
    /// - Parameters:
    ///   - given: a path from the command line; a relative one counts from the current folder.
    ///   - environment: the process's environment.
    public static func path(
        given: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        if let given { return absolutePath(given) }
        if let named = environment["WIT_CATALOG"], !named.isEmpty { return absolutePath(named) }
        let home = environment["HOME"] ?? NSHomeDirectory()
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (data ?? home + "/.local/share") + "/wit/catalog.sqlite"
    }

    /// Where pictures from mails are put unless a person names a folder: `received` beside the
    /// catalog.
    public static func receivedFolder(catalog path: String) -> String {
        URL(filePath: path).deletingLastPathComponent().appending(path: "received").path
    }
}

/// A path from the root, without `.` and `..`; a relative one counts from the current folder.
/// Links are not resolved: the path stays the one the person knows.
public func absolutePath(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        .trimmingTrailingSlash
}

extension String {
    fileprivate var trimmingTrailingSlash: String {
        count > 1 && hasSuffix("/") ? String(dropLast()) : self
    }
}
