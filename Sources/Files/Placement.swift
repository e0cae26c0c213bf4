private import CFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Gives a whole file the name that it is to have.
public enum Placement {
    /// Moves a file to a name in the same file system; at any moment nothing, the former file or
    /// the new one has that name, whole.
    ///
    /// Without `replacing` it never takes the place of another file, also not of one that comes
    /// at this very moment: by a rename that does not replace (Linux, macOS; FAT, exFAT and SMB
    /// know it), else by a hard link (NFS, old kernels). A file system that has neither gets an
    /// empty file of the name first, which nobody else can have made, and then the rename; only
    /// there can a power cut between both leave that empty file.
    ///
    /// - Throws: `EEXIST` where something has the name.
    public static func move(
        _ path: String, to target: String, replacing: Bool
    ) throws(SystemError) {
        if replacing {
            guard rename(path.systemPath, target.systemPath) == 0 else { throw SystemError(target) }
            return
        }
        if witRenameExclusively(path.systemPath, target.systemPath) == 0 { return }
        guard isRefused(errno) else { throw SystemError(target) }
        if link(path.systemPath, target.systemPath) == 0 {
            unlink(path.systemPath)
            return
        }
        guard isRefused(errno) else { throw SystemError(target) }
        try moveOverPlaceholder(path, target)
    }

    /// Whether a number says that a file system can't do what it was asked, not that it failed.
    /// Renames a file unless the new name is taken.
    ///
    /// - Returns: 0, or -1 with `errno`: `EEXIST` where the name is taken; `EINVAL`, `ENOSYS` or
    ///   `ENOTSUP` where the file system cannot promise that.
    public static func renameExclusively(_ path: String, to target: String) -> Int32 {
        witRenameExclusively(path.systemPath, target.systemPath)
    }

    private static func isRefused(_ number: Int32) -> Bool {
        [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM, EMLINK].contains(number)
    }

    private static func moveOverPlaceholder(
        _ path: String, _ target: String
    ) throws(SystemError) {
        let descriptor = open(target.systemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(target) }
        defer { close(descriptor) }
        var made = stat()
        var there = stat()
        // Another program may have put something else there, or something into it.
        guard fstat(descriptor, &made) == 0, stat(target.systemPath, &there) == 0,
            made.st_ino == there.st_ino, there.st_size == 0
        else { throw SystemError(EEXIST, path: target) }
        guard rename(path.systemPath, target.systemPath) == 0 else {
            let error = SystemError(target)
            unlink(target.systemPath)
            throw error
        }
    }
}
