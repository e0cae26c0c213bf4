#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is read from its start to its end; owns its descriptor.
final class FileOctets {
    private let descriptor: Int32
    let path: String
    private let isOwned: Bool

    /// Opens a file for reading.
    init(path: String) throws(MailSourceError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        self.path = path
        isOwned = true
        if descriptor < 0 { throw Self.error(errno, path) }
    }

    private init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        isOwned = false
    }

    deinit { if isOwned, descriptor >= 0 { close(descriptor) } }

    static func standardInput() -> FileOctets { FileOctets(descriptor: 0, path: "standard input") }

    /// Reads some octets; none at the end.
    func read(upTo count: Int) throws(MailSourceError) -> [UInt8] {
        var failure: Int32 = 0
        let octets = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            // Goes on until the buffer is full: a pipe gives less at a time than a file.
            while filled < count {
                #if canImport(Glibc)
                    let got = Glibc.read(
                        descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
                #elseif canImport(Musl)
                    let got = Musl.read(
                        descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
                #else
                    let got = Darwin.read(
                        descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
                #endif
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    return
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        if failure != 0 { throw Self.error(failure, path) }
        return octets
    }

    /// Whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func error(_ number: Int32, _ path: String) -> MailSourceError {
        let reason = String(cString: strerror(number))
        let code: MailSourceError.Code = number == ENOENT ? .notFound : .unreadable
        return MailSourceError(code: code, path: path, message: "\(path): \(reason)")
    }
}
