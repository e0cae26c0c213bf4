/// A window on a source: what was read last stays at hand, so that a walk through a container
/// costs a handful of reads.
struct ByteWindow {
    let source: any ByteSource
    /// The first bytes of the source, 8 KB or all of a shorter one.
    let head: [UInt8]
    /// The bytes at hand.
    private(set) var bytes: [UInt8]
    /// The offset of the first of them.
    private(set) var start = 0

    /// How much is read first, and at least when the walk leaves the window.
    static let headSize = 8_192
    private static let stepSize = 4_096

    init(of source: any ByteSource) throws(ByteSourceError) {
        self.source = source
        head = try source.read(0..<Self.headSize)
        bytes = head
    }

    /// The size of the source.
    var count: Int { source.count }

    /// Makes the bytes of a range available to the subscript; false if the source ends before.
    mutating func load(_ range: Range<Int>) throws(ByteSourceError) -> Bool {
        guard range.lowerBound >= 0, range.upperBound <= source.count else { return false }
        if range.lowerBound >= start, range.upperBound <= start + bytes.count { return true }
        if range.upperBound <= head.count {
            bytes = head
            start = 0
            return true
        }
        start = range.lowerBound
        bytes = try source.read(
            range.lowerBound..<max(range.upperBound, range.lowerBound + Self.stepSize))
        return bytes.count >= range.count
    }

    /// A byte that `load` has made available; 0 elsewhere.
    subscript(offset: Int) -> UInt8 {
        let index = offset - start
        return index >= 0 && index < bytes.count ? bytes[index] : 0
    }

    /// A big-endian number of 16 bits that `load` has made available.
    func uint16(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }

    /// Whether the loaded bytes at an offset are these.
    func matches(_ text: StaticString, at offset: Int) -> Bool {
        let index = offset - start
        guard index >= 0, index + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { wanted in
            bytes[index..<index + wanted.count].elementsEqual(wanted)
        }
    }

    /// The exact bytes of a range, cut at the end of the source; what the window holds of them
    /// is not read again.
    func exactly(_ range: Range<Int>) throws(ByteSourceError) -> [UInt8] {
        if range.lowerBound >= start, range.lowerBound < start + bytes.count {
            let held = range.clamped(to: start..<start + bytes.count)
            let front = bytes[held.lowerBound - start..<held.upperBound - start]
            if held.upperBound == range.upperBound { return Array(front) }
            return front + (try source.read(held.upperBound..<range.upperBound))
        }
        return try source.read(range)
    }
}
