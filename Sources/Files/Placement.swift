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
    /// A way to give a file a name that nothing may have yet.
    enum Way: CaseIterable {
        /// A rename that does not replace (Linux, macOS; FAT, exFAT and SMB know it).
        case renaming
        /// A hard link (NFS, old kernels), then away with the former name.
        case linking
        /// An empty file of the name, which nobody else can have made, and then the rename: for
        /// file systems that have neither. The file's former name says meanwhile which name it is
        /// on its way to (``PartialName/marked(_:with:)``), so that ``Leftovers`` knows the empty
        /// file for what it is where a power cut comes between both.
        case placeholder
    }

    /// Moves a file to a name in the same file system; at any moment nothing, the former file or
    /// the new one has that name, whole.
    ///
    /// Without `replacing` it never takes the place of another file, also not of one that comes
    /// at this very moment, by the first way that the file system knows.
    ///
    /// - Throws: `EEXIST` where something has the name.
    public static func move(
        _ path: String, to target: String, replacing: Bool
    ) throws(SystemError) {
        if replacing {
            guard rename(path.systemPath, target.systemPath) == 0 else { throw SystemError(target) }
            return
        }
        try move(path, to: target, by: Way.allCases)
    }

    /// Moves a file to a free name by the first of some ways that the file system knows.
    static func move(_ path: String, to target: String, by ways: [Way]) throws(SystemError) {
        var refusal = SystemError(ENOTSUP, path: target)
        for way in ways {
            do throws(SystemError) {
                return try move(path, to: target, by: way)
            } catch {
                guard isRefused(error.number) else { throw error }
                refusal = error
            }
        }
        throw refusal
    }

    private static func move(
        _ path: String, to target: String, by way: Way
    ) throws(SystemError) {
        switch way {
        case .renaming:
            guard witRenameExclusively(path.systemPath, target.systemPath) == 0 else {
                throw SystemError(target)
            }
        case .linking:
            guard link(path.systemPath, target.systemPath) == 0 else { throw SystemError(target) }
            unlink(path.systemPath)
        case .placeholder: try moveOverPlaceholder(path, target)
        }
    }

    /// Whether a number says that a file system can't do what it was asked, not that it failed.
    private static func isRefused(_ number: Int32) -> Bool {
        [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM, EMLINK].contains(number)
    }

    private static func moveOverPlaceholder(
        _ path: String, _ target: String
    ) throws(SystemError) {
        let source = PartialName.marked(path, with: target)
        guard rename(path.systemPath, source.systemPath) == 0 else { throw SystemError(path) }
        do throws(SystemError) {
            try replacePlaceholder(by: source, target)
        } catch {
            _ = rename(source.systemPath, path.systemPath)
            throw error
        }
    }

    private static func replacePlaceholder(
        by source: String, _ target: String
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
        guard rename(source.systemPath, target.systemPath) == 0 else {
            let error = SystemError(target)
            unlink(target.systemPath)
            throw error
        }
    }
}
