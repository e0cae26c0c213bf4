/// Plain searching in bytes.
enum ByteSearch {
    /// Whether a short run of bytes stands anywhere in others.
    static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        index(of: needle, in: bytes, from: 0) != nil
    }

    /// Where a short run of bytes stands in others, at or behind an offset.
    static func index(of needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = needle.first, start >= 0 else { return nil }
        let last = bytes.count - needle.count
        return bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index <= last {
                if bytes[index] == first,
                    bytes[index..<index + needle.count].elementsEqual(needle)
                {
                    return index
                }
                index += 1
            }
            return nil
        }
    }
}
