#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The process's mask of new files' modes (POSIX umask).
enum FileModeMask {
    /// The mask.
    ///
    /// The call that tells it sets another one for a moment, in which what other threads make would be open
    /// to everybody. Linux tells it without; elsewhere it is asked once.
    static var current: mode_t { ofProcess ?? asked }

    private static let asked: mode_t = {
        // The narrowest: what is made meanwhile is closed to others, not open.
        let mask = umask(0o077)
        _ = umask(mask)
        return mask
    }()

    /// What Linux says (proc(5), `Umask:` of `/proc/self/status`); nil where it says nothing.
    private static var ofProcess: mode_t? {
        guard let status = try? FileSystem.contents(of: "/proc/self/status") else { return nil }
        let line = status.split(separator: UInt8(ascii: "\n")).first {
            $0.starts(with: "Umask:".utf8)
        }
        guard let line else { return nil }
        let digits = line.dropFirst("Umask:".utf8.count).filter { (0x30...0x37).contains($0) }
        return mode_t(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}
