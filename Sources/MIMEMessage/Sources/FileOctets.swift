import Files
import OutputText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is read from its start to its end, or at a place; owns its descriptor.
final class FileOctets: Sendable {
    private let descriptor: Int32
    let path: String
    private let isOwned: Bool

    /// Opens a file for reading.
    init(path: String) throws(WitError) {
        descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
        self.path = path
        isOwned = true
        if descriptor < 0 { throw Self.error(errno, path) }
    }

    /// Takes over an open file.
    convenience init(owning descriptor: Int32, path: String) {
        self.init(descriptor: descriptor, path: path, isOwned: true)
    }

    private init(descriptor: Int32, path: String, isOwned: Bool) {
        self.descriptor = descriptor
        self.path = path
        self.isOwned = isOwned
    }

    deinit { if isOwned, descriptor >= 0 { close(descriptor) } }

    static func standardInput() -> FileOctets {
        FileOctets(descriptor: 0, path: "standard input", isOwned: false)
    }

    /// The octets of a regular file that is read from its start; nil of a pipe, or where some have
    /// been read.
    var length: Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            lseek(descriptor, 0, SEEK_CUR) == 0
        else { return nil }
        return Int(status.st_size)
    }

    /// Reads the octets of a range, wherever the file was read last; zeros where it has none or
    /// cannot be read.
    func read(_ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            filled = 0
            while filled < range.count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, range.count - filled,
                    off_t(range.lowerBound + filled))
                if got > 0 {
                    filled += got
                } else if got == 0 || errno != EINTR {
                    break
                }
            }
            buffer[filled...].initialize(repeating: 0)
            filled = range.count
        }
    }

    /// Reads octets at a place until the room is full or the file ends, wherever it was read last.
    ///
    /// - Returns: How many were read.
    func read(
        into room: UnsafeMutableRawBufferPointer, at place: Int
    ) throws(WitError) -> Int {
        var filled = 0
        while filled < room.count {
            let got = pread(
                descriptor, room.baseAddress.map { $0 + filled }, room.count - filled,
                off_t(place + filled))
            if got > 0 {
                filled += got
            } else if got == 0 {
                break
            } else if errno != EINTR {
                throw Self.error(errno, path)
            }
        }
        return filled
    }

    /// Writes octets at a place of a temporary file, whose path is that of its folder.
    func write(_ octets: [UInt8], at place: Int) throws(WitError) {
        var written = 0
        while written < octets.count {
            let put = octets.withUnsafeBytes {
                pwrite(
                    descriptor, $0.baseAddress.map { $0 + written }, octets.count - written,
                    off_t(place + written))
            }
            if put > 0 {
                written += put
            } else if put == 0 || errno != EINTR {
                throw .noTemporaryFile(in: path, put == 0 ? ENOSPC : errno)
            }
        }
    }

    /// Reads some octets; none at the end.
    func read(upTo count: Int) throws(WitError) -> [UInt8] {
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
        FileSystem.isFolder(path)
    }

    static func error(_ number: Int32, _ path: String) -> WitError {
        let reason = String(cString: strerror(number))
        let code: WitError.Code = number == ENOENT ? .notFound : .unreadable
        return WitError(code: code, path: path, message: "\(path): \(reason)")
    }
}
