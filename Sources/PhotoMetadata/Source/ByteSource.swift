#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Bytes at offsets: a file or memory.
protocol ByteSource {
    /// How many there are.
    var count: Int { get }
    /// Reads the bytes of a range; fewer only at the end of the source.
    func read(_ range: Range<Int>) throws(ByteSourceError) -> [UInt8]
}

/// A read that the system refused.
struct ByteSourceError: Error {
    /// The system's error number.
    let number: Int32

    /// The system's words for it.
    var words: String { String(cString: strerror(number)) }
}

/// Bytes in memory.
struct MemorySource: ByteSource {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    func read(_ range: Range<Int>) -> [UInt8] {
        Array(bytes[range.clamped(to: 0..<bytes.count)])
    }
}
