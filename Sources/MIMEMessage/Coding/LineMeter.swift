/// Looks for a line that is longer than the standard allows (RFC 5322 §2.1.1) in octets that come
/// piece by piece.
struct LineMeter {
    /// The octets of the longest line, its line break left out.
    static let longest = 998

    private var read = 0
    private var lineStart = 0
    private var endsWithCR = false
    /// Where the first line begins that is too long.
    private(set) var longLine: Int?

    /// Takes a piece.
    mutating func take(_ piece: ArraySlice<UInt8>) {
        guard longLine == nil else { return }
        piece.withUnsafeBytes { octets in
            while let next = nextLine(in: octets) { lineStart = next }
            endsWithCR = octets.last == .cr
        }
        read += piece.count
        // The line may go on: a CR at its end is no part of it.
        if longLine == nil, read - lineStart > Self.longest + 1 { longLine = lineStart }
    }

    /// The start of a later line that all before it are short enough; nil where the piece has none.
    ///
    /// Lines that end within the longest one's length are short enough, however many they are: only
    /// the last of them is looked for, from behind, so that not every line costs a search.
    private func nextLine(in octets: UnsafeRawBufferPointer) -> Int? {
        let start = lineStart - read
        let reach = min(start + Self.longest + 1, octets.count)
        if reach > max(start, 0),
            let feed = octets[max(start, 0)..<reach].lastIndex(of: .lf)
        {
            return read + feed + 1
        }
        // One octet more may stand before the LF, if it is a CR.
        guard reach < octets.count, octets[reach] == .lf,
            reach > 0 ? octets[reach - 1] == .cr : endsWithCR
        else { return nil }
        return read + reach + 1
    }
}
