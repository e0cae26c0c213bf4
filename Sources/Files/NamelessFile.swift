#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file without a name: nobody else may read it, and it is gone when it is closed, however the
/// process ends.
public enum NamelessFile {
    /// Opens one for reading and writing in a folder.
    ///
    /// - Returns: Its descriptor, which the caller closes; programs that are started do not get it.
    /// - Throws: What the system says.
    public static func open(in folder: String) throws(SystemError) -> Int32 {
        #if os(Linux)
            let nameless = openNameless(folder)
            if nameless >= 0 { return nameless }
            // Not every file system has such files; a name for a moment then.
            guard [EOPNOTSUPP, EINVAL, EISDIR].contains(errno) else { throw SystemError(folder) }
        #endif
        let file = try PartialFile(in: folder)
        let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SystemError(folder) }
        return descriptor
    }

    #if os(Linux)
        private static func openNameless(_ folder: String) -> Int32 {
            // O_TMPFILE, a macro that Swift does not take in.
            let flags = 0o20000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
            #if canImport(Musl)
                return Musl.open(folder.systemPath, flags, 0o600)
            #else
                return Glibc.open(folder.systemPath, flags, 0o600)
            #endif
        }
    #endif
}
