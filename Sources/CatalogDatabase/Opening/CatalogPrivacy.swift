import Files

/// Keeps a catalog for the person alone: it tells where they were, with whom, and to whom they write.
enum CatalogPrivacy {
    /// What SQLite and this program lay beside a catalog, by the endings of its name.
    private static let companions = ["-wal", "-shm", "-journal", "-sending"]

    /// Takes a catalog and what lies beside it from others.
    ///
    /// In a folder that a group shares on purpose (its set-group-ID bit is set) the group keeps its
    /// rights; the rights of all others go there too. What belongs to another user stays as it is.
    ///
    /// - Parameter ownsFolder: whether the folder is this program's own, and so narrowed as well.
    /// - Returns: what was changed.
    static func narrow(_ path: String, ownsFolder: Bool) -> [PrivateFile.Narrowed] {
        let folder = Folder.holding(path)
        let isShared = !ownsFolder && PrivateFile.isShared(folder)
        var narrowed: [PrivateFile.Narrowed] = []
        if ownsFolder, let change = PrivateFile.narrow(folder, followingLinks: true) {
            narrowed.append(change)
        }
        let main = PrivateFile.narrow(path, followingLinks: true, keepingGroup: isShared)
        narrowed += main.map { [$0] } ?? []
        for ending in companions {
            PrivateFile.narrow(path + ending, keepingGroup: isShared)
        }
        return narrowed
    }
}
