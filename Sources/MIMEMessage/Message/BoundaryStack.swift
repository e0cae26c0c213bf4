/// The multiparts whose boundary lines (RFC 2046 §5.1.1) may come, the outermost first.
struct BoundaryStack {
    let bytes: MailOctets
    private(set) var open: [Multipart] = []
    /// The levels of the open multiparts by their boundaries, the innermost last: however many are
    /// open, a line is looked up and not compared with each.
    private var levels: [Boundary: [Int]] = [:]

    /// A boundary as the key of a table, hashed at one stroke.
    private struct Boundary: Hashable {
        var octets: ArraySlice<UInt8>

        func hash(into hasher: inout Hasher) {
            octets.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// A multipart that has begun and not been closed.
    struct Multipart {
        var node: Int
        var boundary: [UInt8]
        var isDigest: Bool
    }

    init(bytes: MailOctets) { self.bytes = bytes }

    /// Takes off the multiparts inside of one.
    mutating func close(above level: Int) {
        while open.count > level + 1 {
            let boundary = Boundary(octets: open.removeLast().boundary[...])
            levels[boundary]?.removeLast()
            if levels[boundary]?.isEmpty == true { levels[boundary] = nil }
        }
    }

    /// Opens a multipart inside of those that are open.
    mutating func append(_ multipart: Multipart) {
        levels[Boundary(octets: multipart.boundary[...]), default: []].append(open.count)
        open.append(multipart)
    }

    struct Line {
        var level: Int
        var isClosing: Bool
        var start: Int
        /// The end of what stands before, without the line break that belongs to the boundary.
        var contentEnd: Int
        var next: Int
    }

    /// The next boundary line (RFC 2046 §5.1.1) at or after an offset.
    func next(from start: Int) -> Line? {
        guard !open.isEmpty else { return nil }
        var position = start
        while let dash = bytes.firstIndex(of: .hyphen, from: position, to: bytes.count) {
            if let line = self.line(at: dash) { return line }
            // A boundary stands at a line's start: hyphens in the midst of one count once.
            guard let feed = bytes.firstIndex(of: .lf, from: dash, to: bytes.count) else {
                return nil
            }
            position = feed + 1
        }
        return nil
    }

    func line(at dash: Int) -> Line? {
        guard !open.isEmpty, dash == 0 || bytes[dash - 1] == .lf, dash + 1 < bytes.count,
            bytes[dash + 1] == .hyphen
        else { return nil }
        let (lineEnd, next) = bytes.line(at: dash, to: bytes.count)
        let end = endWithoutBlanks(lineEnd, after: dash + 1)
        // A line longer than any boundary is none; what stands in it is not looked at.
        guard end - dash <= Self.longestBoundary + 4 else { return nil }
        let text = bytes[dash + 2..<max(end, dash + 2)]
        let opening = levels[Boundary(octets: text)]?.last ?? -1
        var closing = -1
        if text.count > 2, text.last == .hyphen, text.dropLast().last == .hyphen {
            closing = levels[Boundary(octets: text.dropLast(2))]?.last ?? -1
        }
        guard max(opening, closing) >= 0 else { return nil }
        return Line(
            level: max(opening, closing), isClosing: closing > opening, start: dash,
            contentEnd: endBefore(dash), next: next)
    }

    /// The longest boundary that is looked for, in octets: one line (RFC 5322 §2.1.1). The standard
    /// has 70 (RFC 2046 §5.1.1).
    static let longestBoundary = 998

    private func endWithoutBlanks(_ end: Int, after start: Int) -> Int {
        var end = end
        while end > start, bytes[end - 1].isBlankOrBreak { end -= 1 }
        return end
    }

    private func endBefore(_ dash: Int) -> Int {
        guard dash > 0 else { return 0 }
        return dash > 1 && bytes[dash - 2] == .cr ? dash - 2 : dash - 1
    }
}
