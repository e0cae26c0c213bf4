#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What is done with folders so that nothing in them is lost when the power fails.
public enum Folder {
    /// Where files lie that are too long for memory: `TMPDIR`, else `/var/tmp`, also where
    /// `TMPDIR` is there but empty. Not `/tmp`, which is memory on many machines.
    public static var temporary: String {
        temporary(stated: getenv("TMPDIR").map { FileSystem.text($0) })
    }

    static func temporary(stated: String?) -> String {
        stated.flatMap { $0.isEmpty ? nil : $0 } ?? "/var/tmp"
    }

    /// The folder that a path lies in.
    public static func holding(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        let folder = path[..<slash]
        return folder.isEmpty ? "/" : String(folder)
    }

    /// Has the disk take a folder's names: a file that was renamed or made is found again after
    /// a power cut only then.
    ///
    /// - Throws: `EIO` and the like; not where the file system has no such thing.
    public static func synchronize(_ folder: String) throws(SystemError) {
        let descriptor = open(folder.systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // A folder may be writable and not readable.
            if [EACCES, EPERM].contains(errno) { return }
            throw SystemError(folder)
        }
        defer { close(descriptor) }
        guard fsync(descriptor) != 0, ![EINVAL, ENOTSUP, EBADF, EROFS].contains(errno) else {
            return
        }
        throw SystemError(folder)
    }

    /// Makes a folder and those above it that are missing, and has the disk take their names.
    ///
    /// - Parameter mode: Who may do what with those that are made, less the process's mask.
    /// - Throws: What the system says; `ENOTDIR` where a file has the name.
    public static func make(_ folder: String, mode: mode_t = 0o777) throws(SystemError) {
        var status = stat()
        if stat(folder.systemPath, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw SystemError(ENOTDIR, path: folder)
            }
            return
        }
        guard errno == ENOENT else { throw SystemError(folder) }
        let above = holding(folder)
        if above != folder { try make(above, mode: mode) }
        guard mkdir(folder.systemPath, mode) == 0 else {
            if errno == EEXIST, stat(folder.systemPath, &status) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            {
                return
            }
            throw SystemError(folder)
        }
        try synchronize(above)
    }
}
