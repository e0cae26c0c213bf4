#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension UnsafeRawBufferPointer {
    /// The index of an octet's first occurrence from an index on, by the C library's search.
    func firstIndex(of octet: UInt8, from start: Int) -> Int? {
        guard start >= 0, start < count, let base = baseAddress,
            let hit = memchr(base + start, Int32(octet), count - start)
        else { return nil }
        return UnsafeRawPointer(hit) - base
    }
}

extension [UInt8] {
    /// The index of an octet's first occurrence in a range, by the C library's vectorised search.
    ///
    /// A pointer is taken because this is where the parser spends its time: `memchr` passes
    /// base64 at over 10 GB/s, a Swift loop at about 1. The range is clamped to the array.
    func firstIndex(of octet: UInt8, from start: Int, to end: Int) -> Int? {
        let end = Swift.min(end, count)
        guard start >= 0, start < end else { return nil }
        return withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let hit = memchr(base + start, Int32(octet), end - start)
            else { return nil }
            return UnsafeRawPointer(hit) - base
        }
    }

    /// Whether the octets of a text stand at an index.
    func hasText(_ text: StaticString, at index: Int) -> Bool {
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
