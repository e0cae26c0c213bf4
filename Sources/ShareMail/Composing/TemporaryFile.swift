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

/// A file for what is too long for memory while a message is made: it lies in `TMPDIR`, else in `/var/tmp`,
/// since `/tmp` is memory on many machines.
final class TemporaryFile: Sendable {
    private let file: ScratchFile
    private let length = Mutex(0)

    /// A path at which this process may open it.
    var path: String { file.path }

    /// - Throws: `temporary-file` where none can be made.
    init() throws(WitError) {
        let folder = Folder.temporary
        do throws(SystemError) {
            file = try ScratchFile(in: folder)
        } catch {
            throw WitError(
                .temporaryFile, at: "TMPDIR",
                "A temporary file can't be made in \(folder): \(error.reason).")
        }
    }

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
        do throws(SystemError) {
            try file.write(bytes, at: start)
        } catch {
            throw Self.error("written", error.reason)
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
                file.descriptor, room.baseAddress, min(room.count, range.upperBound - place),
                off_t(place))
            if got > 0 {
                try take(UnsafeRawBufferPointer(rebasing: room[..<got]))
                place += got
            } else if got == 0 || errno != EINTR {
                throw Self.error("read", String(cString: strerror(errno)))
            }
        }
    }

    private static func error(_ what: String, _ reason: String) -> WitError {
        WitError(.temporaryFile, at: "TMPDIR", "A temporary file can't be \(what): \(reason).")
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
