import OutputText

extension WitError.Code {
    /// Another program's catalog, or a file of it, can't be read.
    public static let foreignCatalog: Self = "foreign-catalog"
}

extension WitError {
    /// A path and what was wrong with it.
    init(path: String, reason: String) {
        self.init(.foreignCatalog, about: .file(path), path + ": " + reason)
    }
}
