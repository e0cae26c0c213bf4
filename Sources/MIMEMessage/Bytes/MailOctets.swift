import OutputText

/// The octets of a message: in memory, or in a file of which a window is in memory.
///
/// What is short stands in memory. A long file is read where it is asked for, a few hundred
/// kilobytes at a time, and what comes from a pipe goes to a file without a name once it is long:
/// so memory stays flat for a message of any size, and a file that another program cuts short
/// meanwhile reads as zeros and harms nothing.
///
/// ```swift
/// let message = MailMessage(parsing: try MailOctets(contentsOfFile: "huge.eml"))
/// ```
public struct MailOctets: Sendable {
    private enum Storage {
        case array([UInt8])
        case file(BufferedFile, start: Int, count: Int)
    }

    private var storage: Storage

    /// What is longer than that stands in a file: 32 MiB.
    public static let maximumOctetsInMemory = 32 << 20

    /// How many octets are read or searched at a time.
    static let pieceLength = 256 << 10

    /// Octets in memory.
    public init(_ bytes: [UInt8]) { storage = .array(bytes) }

    /// The octets of a file; a long one is not read but where it is asked for.
    ///
    /// - Throws: ``WitError`` if it cannot be opened or read.
    public init(contentsOfFile path: String) throws(WitError) {
        try self.init(reading: FileOctets(path: path), limit: Int.max, name: path)
    }

    init(_ file: BufferedFile, count: Int) { storage = .file(file, start: 0, count: count) }

    /// How many octets there are.
    public var count: Int {
        switch storage {
        case .array(let bytes): bytes.count
        case .file(_, _, let count): count
        }
    }

    /// Whether there is none.
    public var isEmpty: Bool { count == 0 }

    /// All of them in memory; of a long file a copy.
    public var bytes: [UInt8] {
        switch storage {
        case .array(let bytes): bytes
        case .file: bytes(0..<count)
        }
    }

    /// The octets of a range in memory, a copy; the range is clamped to what there is.
    public func bytes(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: indices)
        switch storage {
        case .array(let bytes): return Array(bytes[range])
        case .file(let file, let start, _):
            return file.read(range.lowerBound + start..<range.upperBound + start)
        }
    }

    /// Hands over the octets where they stand in memory as one; nil for those of a file.
    @inline(__always)
    func withMemory<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T? {
        guard case .array(let bytes) = storage else { return nil }
        return bytes.withUnsafeBufferPointer(body)
    }

    /// Where octets stand.
    var indices: Range<Int> { 0..<count }

    /// The octet at an index, which must be one of ``indices``.
    subscript(index: Int) -> UInt8 {
        switch storage {
        case .array(let bytes): bytes[index]
        case .file(let file, let start, _): file.octet(at: start + index)
        }
    }

    /// The octets of a range, whose indices are not those of the message: of a file they are a
    /// copy.
    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        switch storage {
        case .array(let bytes): bytes[range]
        case .file: bytes(range)[...]
        }
    }

    /// The octets of a range as a message of their own.
    func part(_ range: Range<Int>) -> MailOctets {
        let range = range.clamped(to: indices)
        switch storage {
        case .array(let bytes): return MailOctets(Array(bytes[range]))
        case .file(let file, let start, _):
            guard range.count > Self.maximumOctetsInMemory else { return MailOctets(bytes(range)) }
            var part = self
            part.storage = .file(file, start: start + range.lowerBound, count: range.count)
            return part
        }
    }

    /// Hands over a range piece by piece: all at once what stands in memory, a copy of each piece
    /// of a file.
    func forEachPiece(
        of range: Range<Int>, _ body: (ArraySlice<UInt8>) throws -> Bool
    ) rethrows {
        let range = range.clamped(to: indices)
        if case .array(let bytes) = storage {
            _ = try body(bytes[range])
            return
        }
        var position = range.lowerBound
        while position < range.upperBound {
            let end = min(position + Self.pieceLength, range.upperBound)
            guard try body(bytes(position..<end)[...]) else { return }
            position = end
        }
    }

    /// The index of an octet's first occurrence in a range, which is clamped.
    func firstIndex(of octet: UInt8, from start: Int, to end: Int) -> Int? {
        switch storage {
        case .array(let bytes): return bytes.firstIndex(of: octet, from: start, to: end)
        case .file(let file, let base, let count):
            let end = min(end, count)
            guard start >= 0, start < end else { return nil }
            return file.firstIndex(of: octet, from: start + base, to: end + base).map { $0 - base }
        }
    }
}

// MARK: Octets that come one after another

extension MailOctets {
    /// Reads a file to its end, or leaves a long one where it is.
    ///
    /// - Parameter limit: The most octets that are taken.
    init(reading file: FileOctets, limit: Int, name: String) throws(WitError) {
        if let length = file.length, length > Self.maximumOctetsInMemory {
            guard length <= limit else { throw WitError.tooLong(name, limit) }
            self.init(BufferedFile(file, count: length), count: length)
            return
        }
        self.init([])
        while case let more = try file.read(upTo: 1 << 20), !more.isEmpty {
            guard count + more.count <= limit else { throw WitError.tooLong(name, limit) }
            try append(more)
        }
    }

    /// Adds octets; once there are many, all of them go to a file without a name.
    ///
    /// - Throws: ``WitError`` where that file cannot be made or written; nothing is added
    ///   then.
    mutating func append(_ more: [UInt8]) throws(WitError) {
        if case .array(let bytes) = storage, bytes.count + more.count > Self.maximumOctetsInMemory {
            let file = try BufferedFile.temporary()
            try file.write(bytes, at: 0)
            try file.write(more, at: bytes.count)
            storage = .file(file, start: 0, count: bytes.count + more.count)
            return
        }
        switch storage {
        case .array(var bytes):
            // The only holder of the array grows it in place.
            storage = .array([])
            bytes += more
            storage = .array(bytes)
        case .file(let file, let start, let count):
            try file.write(more, at: start + count)
            storage = .file(file, start: start, count: count + more.count)
        }
    }

    /// Adds octets of others, piece by piece.
    mutating func append(
        _ other: MailOctets, _ range: Range<Int>
    ) throws(WitError) {
        var position = range.lowerBound
        while position < range.upperBound {
            let end = min(position + (1 << 20), range.upperBound)
            try append(other.bytes(position..<end))
            position = end
        }
    }

    /// Takes octets away in front.
    mutating func removeFirst(_ removed: Int) {
        switch storage {
        case .array(var bytes):
            storage = .array([])
            bytes.removeFirst(removed)
            storage = .array(bytes)
        case .file(let file, let start, let count):
            storage = .file(file, start: start + removed, count: count - removed)
            if count - removed < Self.maximumOctetsInMemory / 2 { storage = .array(self.bytes) }
        }
    }
}

extension MailOctets {
    /// Whether the octets of a text stand at an index.
    func hasText(_ text: StaticString, at index: Int) -> Bool {
        if case .array(let bytes) = storage { return bytes.hasText(text, at: index) }
        let length = text.utf8CodeUnitCount
        guard index >= 0, index + length <= count else { return false }
        return text.withUTF8Buffer { letters in
            for offset in 0..<length where self[index + offset] != letters[offset] { return false }
            return true
        }
    }

    /// The line that begins at an index: its content without the line break, and the next line.
    ///
    /// A line ends with LF or CRLF; the last one with the end.
    func line(at start: Int, to end: Int) -> (contentEnd: Int, next: Int) {
        guard let feed = firstIndex(of: .lf, from: start, to: end) else { return (end, end) }
        let contentEnd = feed > start && self[feed - 1] == .cr ? feed - 1 : feed
        return (contentEnd, feed + 1)
    }
}
