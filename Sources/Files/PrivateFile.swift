#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files and folders that are for their owner alone: a catalog and what lies beside it.
public enum PrivateFile {
    /// The mode of such a folder.
    public static let folderMode: mode_t = 0o700

    /// What was taken from others.
    public struct Narrowed: Sendable, Hashable {
        /// The file or folder.
        public let path: String
        /// Its former permissions.
        public let former: mode_t
        /// Its permissions now.
        public let mode: mode_t

        /// What the owner should know: `/a/wit could be read by others (mode 0755); now it is 0700.`
        public var sentence: String {
            "\(path) was open to others (mode \(Self.octal(former))); now it is \(Self.octal(mode))"
        }

        private static func octal(_ mode: mode_t) -> String {
            let digits = String(mode, radix: 8)
            return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    /// Takes away what others than its owner may do with a file or a folder.
    ///
    /// Nothing happens to what belongs to somebody else, or is neither a regular file nor a folder.
    ///
    /// - Parameters:
    ///   - followingLinks: whether a link stands for what it leads to; else it is left alone.
    ///   - keepingGroup: whether the group keeps its rights.
    /// - Returns: what was changed; nil where nothing was, or could be.
    @discardableResult
    public static func narrow(
        _ path: String, followingLinks: Bool = false, keepingGroup: Bool = false
    ) -> Narrowed? {
        var status = stat()
        // By its path: closing a database's file would give back the locks that SQLite has on it.
        let result =
            followingLinks
            ? stat(path.systemPath, &status) : lstat(path.systemPath, &status)
        let kind = status.st_mode & S_IFMT
        guard result == 0, status.st_uid == geteuid(), kind == S_IFREG || kind == S_IFDIR else {
            return nil
        }
        let former = status.st_mode & 0o7777
        let mode = former & ~(keepingGroup ? 0o007 : 0o077)
        guard mode != former, chmod(path.systemPath, mode) == 0 else { return nil }
        return Narrowed(path: path, former: former, mode: mode)
    }

    /// Whether a folder is shared by a group on purpose: what is made in it belongs to the group, whose
    /// members may write there.
    public static func isShared(_ folder: String) -> Bool {
        var status = stat()
        return stat(folder.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_mode & 0o2020 == 0o2020
    }
}
