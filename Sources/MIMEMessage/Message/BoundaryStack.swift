/// The multiparts whose boundary lines (RFC 2046 §5.1.1) may come, the outermost first.
struct BoundaryStack {
    let bytes: [UInt8]
    var open: [Multipart] = []

    /// A multipart that has begun and not been closed.
    struct Multipart {
        var node: Int
        var boundary: [UInt8]
        var isDigest: Bool
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Takes off the multiparts inside of one.
    mutating func close(above level: Int) { open.removeLast(open.count - level - 1) }

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
            position = dash + 1
        }
        return nil
    }

    func line(at dash: Int) -> Line? {
        guard !open.isEmpty, dash == 0 || bytes[dash - 1] == .lf, dash + 1 < bytes.count,
            bytes[dash + 1] == .hyphen
        else { return nil }
        var contentEnd: Int?
        for level in open.indices.reversed() {
            let boundary = open[level].boundary
            let boundaryEnd = dash + 2 + boundary.count
            guard boundaryEnd <= bytes.count,
                bytes[(dash + 2)..<boundaryEnd].elementsEqual(boundary)
            else { continue }
            let (lineEnd, next) = bytes.line(at: dash, to: bytes.count)
            let end = contentEnd ?? endWithoutBlanks(lineEnd, after: dash)
            contentEnd = end
            let isClosing =
                end == boundaryEnd + 2 && bytes[boundaryEnd] == .hyphen
                && bytes[boundaryEnd + 1] == .hyphen
            guard end == boundaryEnd || isClosing else { continue }
            return Line(
                level: level, isClosing: isClosing, start: dash,
                contentEnd: endBefore(dash), next: next)
        }
        return nil
    }

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
