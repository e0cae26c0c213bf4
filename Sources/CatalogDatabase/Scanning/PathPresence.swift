import Files

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whether a file is there, as far as the system says. An I/O error, a folder that may not be
/// entered or a server that does not answer is not absence.
enum PathPresence {
    /// Whether nothing lies at a path, for certain.
    static func isGone(_ path: String) -> Bool {
        var status = stat()
        return stat(path.systemPath, &status) != 0 && [ENOENT, ENOTDIR].contains(errno)
    }

    /// Whether the file at a path is this very one still: size, time and inode.
    ///
    /// Two files that were swapped may have one size and one time, as a burst of a camera has whose
    /// card counts in steps of two seconds.
    static func isUntouched(_ path: String, _ stamp: FileStamp) -> Bool {
        FileChecks.stamp(path) == stamp
    }
}
