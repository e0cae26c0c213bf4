import Files
import Foundation
import OutputText
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
/// It has no name, so that nothing of it is left wherever the program ends: at an
/// error, at Ctrl-C, at a `kill -9`. It lies in `TMPDIR`, else in `/var/tmp`: `/tmp` is memory on
/// many machines.
final class TemporaryFile: Sendable {
    /// A path at which this process may open it.
    let path: String
    private let descriptor: Int32
    private let named: PartialFile?
    private let length = Mutex(0)

    /// - Throws: `temporary-file` where none can be made.
    init() throws(WitError) {
        let folder = Folder.temporary
        do throws(SystemError) {
            let nameless = try NamelessFile.open(in: folder)
            let path = "/dev/fd/\(nameless)"
            let again = open(path, O_RDONLY | O_CLOEXEC)
            if again >= 0 {
                close(again)
                (self.path, descriptor, named) = (path, nameless, nil)
                return
            }
            // Not every system lets a nameless file be opened again.
            close(nameless)
            let file = try PartialFile(in: folder)
            (self.path, descriptor, named) = (file.path, file.descriptor, file)
        } catch {
            throw WitError(
                .temporaryFile, at: "TMPDIR",
                "A temporary file can't be made in \(folder): \(error.reason).")
        }
    }

    deinit { if named == nil { close(descriptor) } }

    /// How many bytes it has.
    var count: Int { length.withLock { $0 } }

    /// Adds bytes behind those that are there; any number of threads may.
    ///
    /// - Returns: Where they stand.
    /// - Throws: `temporary-file`, as on a full disk.
    @discardableResult
    func append(_ bytes: UnsafeRawBufferPointer) throws(WitError) -> Range<Int> {
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

    private static func error(_ what: String) -> WitError {
        WitError(
            .temporaryFile, at: "TMPDIR",
            "A temporary file can't be \(what): \(String(cString: strerror(errno))).")
    }
}

/// Bytes that stand in a temporary file.
struct StoredBytes: Sendable {
    let file: TemporaryFile
    let range: Range<Int>

    /// Adds bytes to a file.
    init(_ bytes: [UInt8], in file: TemporaryFile) throws(WitError) {
        self.file = file
        range = try bytes.withUnsafeBufferPointer { (buffer) throws(WitError) in
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
