import Files

/// Which files some program may still be writing while a round of a watch looks at them: they
/// are read when that is over, since half a picture would be taken for another one.
package struct WriteState: Sendable {
    /// Files that were created or written and not closed since.
    var open: Set<String> = []
    /// Files that were closed after writing, or stand there whole for another reason.
    var closed: Set<String> = []
    /// When the round begins: nanoseconds since 1970.
    var now: Int64

    /// A file that nothing was heard of, as in a folder that has just come, counts as written to
    /// when it changed so short a time ago, in nanoseconds.
    static let fresh: Int64 = 2_000_000_000

    private func isFresh(_ stamp: FileStamp) -> Bool {
        // A file's date may be centuries away.
        let (age, isFar) = now.subtractingReportingOverflow(stamp.modified)
        return !isFar && age.magnitude < Self.fresh.magnitude
    }

    /// Whether a program may still be writing to a file.
    package func mayBeWritten(_ path: String, _ stamp: FileStamp) -> Bool {
        if closed.contains(path) { return false }
        return open.contains(path) || isFresh(stamp)
    }
}
