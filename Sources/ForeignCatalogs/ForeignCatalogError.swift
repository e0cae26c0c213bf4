import OutputText

/// Why another program's catalog, or a file of it, can't be read.
public struct ForeignCatalogError: SpokenError, Hashable, Sendable {
    /// The file or folder.
    public var path: String
    /// What was wrong, without the path.
    public var reason: String

    /// A path and what was wrong with it.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// One line: the path, a colon, the reason.
    public var description: String { path + ": " + reason }
}
