import Files
import OutputText

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that is read at offsets (pread), and closed with this object.
final class FileSource: ByteSource {
    private let descriptor: Int32
    let count: Int

    /// Opens a file for reading; the error names what stands at the path.
    init(path: String) throws(WitError) {
        let descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw WitError(ByteSourceError(number: errno), path: path)
        }
        self.descriptor = descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let number = errno
            count = 0
            throw WitError(ByteSourceError(number: number), path: path)
        }
        count = Int(status.st_size)
        // A few kilobytes are wanted, not the hundreds that the system would read ahead: on a
        // cold disk a scan takes a fifth less time, and leaves the page cache to others.
        #if canImport(Glibc)
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM)
        #endif
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR:
            throw WitError(
                .isDirectory, path: path, message: "\(path): is a directory, not a photo")
        default:
            throw WitError(.notAPhoto, path: path, message: "\(path): not a regular file")
        }
    }

    deinit { close(descriptor) }

    func read(_ range: Range<Int>) throws(ByteSourceError) -> [UInt8] {
        let range = range.clamped(to: 0..<max(count, 0))
        var failure: Int32 = 0
        // The array's own storage is filled by pread: no copy in the hot loop of a scan.
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            while filled < range.count {
                let more = pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), range.count - filled,
                    off_t(range.lowerBound + filled))
                if more > 0 {
                    filled += more
                } else if more == 0 {
                    return  // The file has become shorter since it was opened.
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        if failure != 0 { throw ByteSourceError(number: failure) }
        return bytes
    }
}

extension WitError {
    /// The error of a system call on a file.
    init(_ error: ByteSourceError, path: String) {
        let code: Code =
            switch error.number {
            case ENOENT, ENOTDIR: .notFound
            case EISDIR: .isDirectory
            case let number where SystemError.isOfDisk(number): .inputOutput
            default: .unreadable
            }
        self.init(code, path: path, message: "\(path): \(error.words)")
    }
}
