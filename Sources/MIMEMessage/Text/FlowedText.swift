import TextCleaning

/// Text of `format=flowed` (RFC 3676): lines that a reader may wrap anew.
public enum FlowedText {
    /// Joins the lines that flow; other lines stay.
    ///
    /// Quote marks (`>`) of joined lines are kept once, in front; space-stuffing is undone; the
    /// signature separator `-- ` flows into nothing.
    ///
    /// - Parameters:
    ///   - text: Lines that end with LF or CRLF.
    ///   - deletesSpace: The `DelSp=yes` parameter: the space at the end of a flowing line goes.
    /// - Returns: Lines that end with LF.
    public static func unfold(_ text: String, deletesSpace: Bool = false) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var openDepth: Int?
        let lines = Array(text.utf8).split(separator: UInt8.lf, omittingEmptySubsequences: false)
        for (place, rawLine) in lines.enumerated() {
            var line = rawLine.last == .cr ? rawLine.dropLast() : rawLine
            let depth = line.prefix { $0 == .greater }.count
            line = line.dropFirst(depth)
            if line.first == .space { line = line.dropFirst() }
            let isSignature = line.elementsEqual("-- ".utf8)
            if let open = openDepth, open != depth || isSignature {
                // A flowing line before another depth is an error of the writer (§4.5).
                result.append(.lf)
                openDepth = nil
            }
            if openDepth == nil, depth > 0 {
                result += [UInt8](repeating: .greater, count: depth)
                result.append(.space)
            }
            let flows = line.last == .space && !isSignature && place < lines.count - 1
            result += flows && deletesSpace ? line.dropLast() : line
            openDepth = flows ? depth : nil
            if !flows, place < lines.count - 1 { result.append(.lf) }
        }
        // Where a blank goes between two lines, their marks come to stand in one row.
        let unfolded = String(decoding: result, as: UTF8.self)
        return deletesSpace ? ForeignText.cleaned(unfolded) : unfolded
    }

    /// Breaks long lines so that they flow: at most `width` columns where a space allows it.
    ///
    /// Lines that begin with a space, `>` or `From ` are space-stuffed (§4.4); blanks at the end
    /// of a hard line are taken away, the signature separator apart.
    ///
    /// - Returns: Lines that end with LF.
    public static func fold(_ text: String, width: Int = 72) -> String {
        let lines = Array(text.utf8).split(separator: UInt8.lf, omittingEmptySubsequences: false)
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + text.utf8.count / 32)
        for (place, rawLine) in lines.enumerated() {
            if place > 0 { result.append(.lf) }
            foldLine(rawLine.last == .cr ? rawLine.dropLast() : rawLine, width, into: &result)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func foldLine(
        _ line: ArraySlice<UInt8>, _ width: Int, into result: inout [UInt8]
    ) {
        if line.elementsEqual("-- ".utf8) {
            result += line
            return
        }
        var rest = line
        while rest.last == .space { rest = rest.dropLast() }
        var isFirst = true
        while isFirst || !rest.isEmpty {
            isFirst = false
            if rest.first == .space || rest.first == .greater || rest.startsIgnoringCase("From ") {
                result.append(.space)
            }
            guard isWider(rest, than: width), let cut = breakPoint(rest, width) else {
                result += rest
                return
            }
            result += rest[...cut]
            result.append(.lf)
            rest = rest[(cut + 1)...]
        }
    }

    /// The last space within a width, else the first one behind it; not the first character.
    private static func breakPoint(_ line: ArraySlice<UInt8>, _ width: Int) -> Int? {
        var column = 0
        var best: Int?
        for index in line.indices {
            if line[index] & 0xC0 != 0x80 { column += 1 }
            if column > width, best != nil { return best }
            if line[index] == .space, index > line.startIndex { best = index }
        }
        return best
    }

    private static func isWider(_ line: ArraySlice<UInt8>, than width: Int) -> Bool {
        var column = 0
        for octet in line where octet & 0xC0 != 0x80 {
            column += 1
            if column > width { return true }
        }
        return false
    }
}
