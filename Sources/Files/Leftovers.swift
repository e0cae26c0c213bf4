import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Sweeps away what ended processes left: partial files and folders that nobody has locked, and
/// empty files that only held a name for one of them (``Placement``).
///
/// Only what bears the exact kind of name that is made here, belongs to this user and is a regular
/// file or a folder; links are not followed. On a file system that other machines may have
/// mounted too, or that has no locks, it must have lain untouched for a day as well.
public enum Leftovers {
    private static let swept = Mutex<Set<String>>([])
    private static let day = 86_400

    /// Whether a directory entry's name is one that may be swept away.
    ///
    /// - Parameter name: The name as the system gives it.
    public static func isLeftover(_ name: UnsafePointer<CChar>) -> Bool {
        guard strncmp(name, PartialName.prefix, PartialName.prefix.utf8.count) == 0 else {
            return false
        }
        let name = FileSystem.text(name)
        return PartialName.isPartial(name) || PartialName.isOlder(name)
    }

    /// Sweeps a folder; what can't be looked at or removed stays.
    public static func sweep(_ folder: String) {
        guard let handle = opendir(folder.systemPath) else { return }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                let name = UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self)
                if isLeftover(name) { names.append(FileSystem.text(name)) }
            }
        }
        for name in names { remove(name, in: dirfd(handle)) }
    }

    /// Sweeps a folder where this process has not done so yet.
    static func sweepOnce(_ folder: String) {
        if swept.withLock({ $0.insert(folder).inserted }) { sweep(folder) }
    }

    private static func remove(_ name: String, in folder: Int32) {
        let entry = name.systemPath
        var status = stat()
        guard fstatat(folder, entry, &status, AT_SYMLINK_NOFOLLOW) == 0, isOurs(status) else {
            return
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard isFolder || status.st_mode & S_IFMT == S_IFREG else { return }
        let flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        // NFS locks what is open for writing only.
        var descriptor = openat(
            folder, entry, flags | (isFolder ? O_RDONLY | O_DIRECTORY : O_RDWR))
        if descriptor < 0, !isFolder { descriptor = openat(folder, entry, flags | O_RDONLY) }
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let lock = FileLock.take(descriptor)
        guard lock != .held else { return }
        let isCertain =
            lock == .taken && FileLock.tellsAll(descriptor) && PartialName.isPartial(name)
        var now = stat()
        guard isCertain || isOld(status),
            fstatat(folder, entry, &now, AT_SYMLINK_NOFOLLOW) == 0, now.st_ino == status.st_ino,
            now.st_dev == status.st_dev
        else { return }
        // First what it is the only sign of.
        for marked in isFolder ? names(in: descriptor) : [name] {
            if let placeholder = PartialName.placeholder(of: marked) {
                removeEmpty(placeholder, in: folder)
            }
        }
        if isFolder { empty(descriptor) }
        unlinkat(folder, entry, isFolder ? AT_REMOVEDIR : 0)
    }

    private static func removeEmpty(_ name: String, in folder: Int32) {
        var status = stat()
        guard fstatat(folder, name.systemPath, &status, AT_SYMLINK_NOFOLLOW) == 0,
            isOurs(status), status.st_mode & S_IFMT == S_IFREG, status.st_size == 0
        else { return }
        unlinkat(folder, name.systemPath, 0)
    }

    private static func isOurs(_ status: stat) -> Bool {
        status.st_uid == geteuid() || geteuid() == 0
    }

    private static func isOld(_ status: stat) -> Bool {
        #if canImport(Darwin)
            let last = max(status.st_mtimespec.tv_sec, status.st_ctimespec.tv_sec)
        #else
            let last = max(status.st_mtim.tv_sec, status.st_ctim.tv_sec)
        #endif
        return last < time(nil) - day
    }

    /// Removes the files in an open folder, not what lies in folders below.
    static func empty(_ folder: Int32) {
        for name in names(in: folder) { unlinkat(folder, name.systemPath, 0) }
    }

    private static func names(in folder: Int32) -> [String] {
        let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let handle = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                names.append(
                    FileSystem.text(
                        UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self)))
            }
        }
        return names.filter { $0 != "." && $0 != ".." }
    }
}
