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
            var position = 0
            while let feed = octets.firstIndex(of: .lf, from: position) {
                let hasCR = feed > 0 ? octets[feed - 1] == .cr : endsWithCR
                let length = read + feed - lineStart - (hasCR ? 1 : 0)
                if length > Self.longest {
                    longLine = lineStart
                    return
                }
                position = feed + 1
                lineStart = read + position
            }
            endsWithCR = octets.last == .cr
        }
        read += piece.count
        // The line may go on: a CR at its end is no part of it.
        if longLine == nil, read - lineStart > Self.longest + 1 { longLine = lineStart }
    }
}
