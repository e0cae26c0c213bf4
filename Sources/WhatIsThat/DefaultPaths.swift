import Files
import Foundation

/// Where a person's catalog lies.
public enum DefaultPaths {
    /// The catalog's path: the one given, else `WIT_CATALOG`, else `wit/catalog.sqlite` in the
    /// XDG data folder (XDG Base Directory Specification: `XDG_DATA_HOME`, else
    /// `~/.local/share`).
    ///
    /// - Parameters:
    ///   - given: a path from the command line; a relative one counts from the current folder.
    ///   - environment: the process's environment.
    public static func path(
        given: String?, environment: [String: String]
    ) -> String {
        if let given { return absolutePath(given) }
        if let named = environment["WIT_CATALOG"], !named.isEmpty { return absolutePath(named) }
        return defaultPath(environment)
    }

    /// Where the catalog lies that nobody names: its folder is the program's own.
    ///
    /// - Parameter environment: the process's environment.
    public static func defaultPath(_ environment: [String: String]) -> String {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
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
/// Links are not resolved: the path stays the one the person knows. A `~` is a letter as any
/// other, since the shell has put the home folder in its place where that was meant. An empty
/// path stays empty: it names nothing.
public func absolutePath(_ path: String) -> String {
    if path.isEmpty { return path }
    let whole = path.hasPrefix("/") ? path : FileSystem.currentFolder + "/" + path
    var parts: [Substring.UTF8View] = []
    for part in whole.utf8.split(separator: UInt8(ascii: "/")) {
        if part.elementsEqual(".".utf8) { continue }
        if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.map { String(Substring($0)) }.joined(separator: "/")
}
