/// Plain searching in bytes.
enum ByteSearch {
    /// Whether a short run of bytes stands anywhere in others.
    static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = needle.first, bytes.count >= needle.count else { return false }
        var index = bytes.startIndex
        let last = bytes.count - needle.count
        while index <= last, let found = bytes[index...last].firstIndex(of: first) {
            if bytes[found..<found + needle.count].elementsEqual(needle) { return true }
            index = found + 1
        }
        return false
    }
}
