/// What Samsung's phones append to a JPEG: blocks of data, a directory of them (`SEFH`), the
/// directory's length, `SEFT`. The format is not published; exiftool's Samsung.pm describes it.
enum SamsungTrailer {
    /// Where the trailer begins that a file ends with; nil if it ends with none.
    ///
    /// - Parameter tail: the file's last bytes; of a larger directory the rest is read.
    static func start(
        tail: [UInt8], in source: any ByteSource
    ) throws(ByteSourceError) -> Int? {
        guard tail.count >= 20, tail.suffix(4).elementsEqual(Array("SEFT".utf8)) else { return nil }
        let needed = tail.suffix(8).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) } + 8
        guard needed > tail.count else { return start(tail: tail, count: source.count) }
        guard needed <= min(largestDirectory, source.count) else { return nil }
        return start(
            tail: try source.read(source.count - needed..<source.count), count: source.count)
    }

    private static let largestDirectory = 64 << 10

    /// Where the trailer begins that a file ends with; nil if it ends with none, or with one
    /// whose directory does not lie within the bytes at hand.
    ///
    /// - Parameters:
    ///   - tail: the file's last bytes.
    ///   - count: the file's size.
    static func start(tail: [UInt8], count: Int) -> Int? {
        guard tail.count >= 20, tail.suffix(4).elementsEqual(Array("SEFT".utf8)) else { return nil }
        func word(_ at: Int) -> Int {
            tail[at..<at + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let directory = tail.count - 8 - word(tail.count - 8)
        guard directory >= 0, directory + 12 <= tail.count,
            tail[directory..<directory + 4].elementsEqual(Array("SEFH".utf8))
        else { return nil }
        // Each entry: a kind, how far before the directory its block begins, its size.
        let entries = word(directory + 8)
        guard entries <= (tail.count - directory - 12) / 12 else { return nil }
        let distance = (0..<entries).map { word(directory + 12 + 12 * $0 + 4) }.max() ?? 0
        let start = count - tail.count + directory - distance
        return start > 0 ? start : nil
    }
}
