#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lines of a file or a pipe, one after the other: no more of it is held than a line.
///
/// ```swift
/// var reader = try LineReader(path: "strokes.jsonl")
/// while let line = try reader.next() { … }
/// ```
public struct LineReader: ~Copyable {
    /// What is read next.
    public enum Line: Sendable {
        /// The octets of a line, without its end (LF or CR LF).
        case octets([UInt8])
        /// A line that is longer than the limit, which was passed over.
        case tooLong
    }

    private let descriptor: Int32
    private let isOwned: Bool
    private let path: String
    private let limit: Int
    private let isStopped: () -> Bool
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var wasStopped = false
    /// The number of the line that was read last, from 1.
    public private(set) var number = 0

    private static let pieceLength = 1 << 16

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file; a pipe or a device is read to its end.
    ///   - limit: The most octets that a line may have.
    ///   - isStopped: Asked every tenth of a second while there is nothing to read: then it ends.
    /// - Throws: What the system says: `ENOENT`, `EACCES`, `EISDIR`, …
    public init(
        path: String, limit: Int, isStopped: @escaping () -> Bool = { false }
    ) throws(SystemError) {
        descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(path) }
        isOwned = true
        self.path = path
        self.limit = limit
        self.isStopped = isStopped
    }

    /// Reads what stands open already, such as stdin (0), which stays open.
    ///
    /// - Parameters:
    ///   - name: What errors call it.
    ///   - limit: The most octets that a line may have.
    ///   - isStopped: Asked every tenth of a second while there is nothing to read: then it ends.
    public init(
        descriptor: Int32, name: String, limit: Int, isStopped: @escaping () -> Bool = { false }
    ) {
        self.descriptor = descriptor
        isOwned = false
        path = name
        self.limit = limit
        self.isStopped = isStopped
    }

    deinit { if isOwned { close(descriptor) } }

    /// The next line; nil at the end, or where it was stopped. What stands behind the last line's end is a line only where it is
    /// not empty.
    ///
    /// - Throws: What the system says: `EIO`, `EISDIR`, …
    public mutating func next() throws(SystemError) -> Line? {
        var searched = start
        var isTooLong = false
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[start..<end]
                start = end + 1
                return found(line, isTooLong)
            }
            if isAtEnd {
                let line = buffer[start...]
                start = buffer.count
                return line.isEmpty && !isTooLong ? nil : found(line, isTooLong)
            }
            if buffer.count - start > limit + 1 {
                isTooLong = true
                start = buffer.count
            }
            buffer.removeFirst(start)
            start = 0
            searched = buffer.count
            try refill()
            if wasStopped { return nil }
        }
    }

    private mutating func found(_ line: ArraySlice<UInt8>, _ isTooLong: Bool) -> Line {
        number += 1
        let octets = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return isTooLong || octets.count > limit ? .tooLong : .octets(Array(octets))
    }

    private mutating func refill() throws(SystemError) {
        // A pipe or a terminal may have nothing to say for hours; a file never keeps anybody waiting.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&wanted, 1, 100) == 0 {
            if isStopped() {
                wasStopped = true
                return
            }
        }
        var failure: Int32 = 0
        let descriptor = descriptor
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { room, filled in
            var count: Int
            repeat {
                count = read(descriptor, room.baseAddress, room.count)
            } while count < 0 && errno == EINTR
            if count < 0 { failure = errno }
            filled = max(0, count)
        }
        if failure != 0 { throw SystemError(failure, path: path) }
        buffer += piece
        isAtEnd = piece.isEmpty
    }
}
