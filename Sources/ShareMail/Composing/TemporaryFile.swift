import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file for what is too long for memory while a message is made: nobody else may read it, and it
/// goes with its last holder.
///
/// It has no name once it is open, so that nothing of it is left wherever the program ends: at an
/// error, at Ctrl-C, at a `kill -9`. It lies in `TMPDIR`, else in `/var/tmp`: `/tmp` is memory on
/// many machines.
final class TemporaryFile: Sendable {
    /// A path at which this process may open it.
    let path: String
    private let descriptor: Int32
    private let isNamed: Bool
    private let length = Mutex(0)

    /// - Throws: `temporary-file` where none can be made.
    init() throws(ShareError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
        var template = Array((folder + "/wit-share-XXXXXX").utf8CString)
        // mkstemp gives it to its owner alone.
        descriptor = template.withUnsafeMutableBufferPointer { name in
            name.baseAddress.map { mkstemp($0) } ?? -1
        }
        guard descriptor >= 0 else { throw Self.error("made in \(folder)") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let name = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let nameless = "/dev/fd/\(descriptor)"
        let again = open(nameless, O_RDONLY | O_CLOEXEC)
        isNamed = again < 0
        if again >= 0 { close(again) }
        path = isNamed ? name : nameless
        if !isNamed { unlink(name) }
    }

    deinit {
        close(descriptor)
        if isNamed { unlink(path) }
    }

    /// How many bytes it has.
    var count: Int { length.withLock { $0 } }

    /// Adds bytes behind those that are there; any number of threads may.
    ///
    /// - Returns: Where they stand.
    /// - Throws: `temporary-file`, as on a full disk.
    @discardableResult
    func append(_ bytes: UnsafeRawBufferPointer) throws(ShareError) -> Range<Int> {
        let start = length.withLock { length in
            defer { length += bytes.count }
            return length
        }
        var written = 0
        while written < bytes.count {
            let put = pwrite(
                descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written,
                off_t(start + written))
            if put > 0 {
                written += put
            } else if put == 0 || errno != EINTR {
                throw Self.error("written")
            }
        }
        return start..<start + bytes.count
    }

    /// Hands over a range piece by piece.
    ///
    /// - Throws: `temporary-file`, and what `take` throws.
    func read(_ range: Range<Int>, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { room.deallocate() }
        var place = range.lowerBound
        while place < range.upperBound {
            let got = pread(
                descriptor, room.baseAddress, min(room.count, range.upperBound - place),
                off_t(place))
            if got > 0 {
                try take(UnsafeRawBufferPointer(rebasing: room[..<got]))
                place += got
            } else if got == 0 || errno != EINTR {
                throw Self.error("read")
            }
        }
    }

    private static func error(_ what: String) -> ShareError {
        ShareError(
            .temporaryFile, at: "TMPDIR",
            "A temporary file can't be \(what): \(String(cString: strerror(errno))).")
    }
}

/// Bytes that stand in a temporary file.
struct StoredBytes: Sendable {
    let file: TemporaryFile
    let range: Range<Int>

    /// Adds bytes to a file.
    init(_ bytes: [UInt8], in file: TemporaryFile) throws(ShareError) {
        self.file = file
        range = try bytes.withUnsafeBufferPointer { (buffer) throws(ShareError) in
            try file.append(UnsafeRawBufferPointer(buffer))
        }
    }

    /// How many there are.
    var count: Int { range.count }

    /// A copy of them in memory.
    var bytes: [UInt8] {
        get throws {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count)
            try file.read(range) { bytes += $0 }
            return bytes
        }
    }
}
