private import CFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The lock that tells that a file or folder is in use: it is let go of when its descriptor is
/// closed, however the process ends.
enum FileLock {
    /// What became of it.
    enum Outcome {
        case taken
        /// Another one has it.
        case held
        /// The file system has no locks.
        case unknown
    }

    /// Takes the lock of an open file, without waiting.
    static func take(_ descriptor: Int32) -> Outcome {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return .held
            default: return .unknown
            }
        }
        return .taken
    }

    /// Whether the locks that are seen here are all there are.
    static func tellsAll(_ descriptor: Int32) -> Bool { witIsShared(descriptor) == 0 }
}
