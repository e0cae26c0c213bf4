/// One line of a reply: how deep it is quoted, and what it says.
struct ReplyLine: Sendable {
    /// What the markup around a line says that it is; plain text says nothing.
    enum Zone: Sendable {
        case none, attribution, original, signature
    }

    /// The whole line in the text, without its line break.
    var range: Range<Int>
    /// What follows the quote marks, without blanks at both ends.
    var content: Range<Int>
    /// The number of quote marks before it.
    var depth: Int
    /// What the markup says of it.
    var zone: Zone = .none

    /// Whether there is nothing after the quote marks.
    var isBlank: Bool { content.isEmpty }

    /// Whether it is somebody's earlier words.
    var isQuoted: Bool { depth > 0 || zone == .original }
}

extension ReplyLine {
    /// Reads the line at a range of a text.
    ///
    /// QUIRK: quoting after Supercite puts up to four initials before the mark: `AK> `.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.range = range
        depth = 0
        var index = range.lowerBound
        while true {
            let mark = Self.skipBlanks(bytes, index, range.upperBound)
            var end = mark
            while end < range.upperBound, end - mark < 4, (0x41...0x5A).contains(bytes[end]) {
                end += 1
            }
            guard end < range.upperBound, bytes[end] == .greater else {
                index = mark
                break
            }
            depth += 1
            index = end + 1
        }
        var end = range.upperBound
        while end > index, bytes[end - 1].isBlankOrBreak { end -= 1 }
        while end - 2 >= index, bytes[end - 1] == 0xA0, bytes[end - 2] == 0xC2 {
            end -= 2
            while end > index, bytes[end - 1].isBlankOrBreak { end -= 1 }
        }
        content = index..<end
    }

    /// The index of the first octet that is not blank: spaces, tabs and no-break spaces are.
    private static func skipBlanks(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
        var index = start
        while index < end {
            if bytes[index].isBlankOrBreak {
                index += 1
            } else if bytes[index] == 0xC2, index + 1 < end, bytes[index + 1] == 0xA0 {
                index += 2
            } else {
                break
            }
        }
        return index
    }
}
