/// A line of a text part: how deep it is quoted, and what stands behind the quote marks.
struct QuotedLine {
    /// How many quote marks stand before it.
    var depth: Int
    /// The text's octets, without blanks at its ends.
    var text: ArraySlice<UInt8>
    /// Where the line begins and ends in the whole text, quote marks included.
    var range: Range<Int>
    /// Where the next line begins.
    var next: Int

    var isBlank: Bool { text.isEmpty }

    /// How many characters the line has, quote marks included.
    var columns: Int

    /// Quote marks are counted up to here.
    static let maximumDepth = 50

    /// The line that begins at an offset; nil at the end.
    init?(_ bytes: [UInt8], at start: Int) {
        guard start < bytes.count else { return nil }
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != 0x0D { end += 1 }
        range = start..<end
        next = min(end + 1, bytes.count)
        if end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A { next = end + 2 }
        depth = 0
        columns = Self.columns(bytes[start..<end])
        var index = start
        while depth < Self.maximumDepth {
            index = Self.skipBlanks(bytes, index, end)
            // QUIRK: super-cite quoting puts the writer's initials before the quote mark.
            var mark = index
            while mark < end, mark < index + 4, Self.isLetter(bytes[mark]) { mark += 1 }
            guard mark < end,
                bytes[mark] == UInt8(ascii: ">")
                    || (mark == index && bytes[mark] == UInt8(ascii: "|"))
            else { break }
            depth += 1
            index = mark + 1
        }
        text = Self.trimmedEnd(bytes[index..<end])
    }

    /// How many characters octets of UTF-8 are.
    static func columns(_ slice: ArraySlice<UInt8>) -> Int { slice.count { $0 & 0xC0 != 0x80 } }

    /// The octets without blanks at the start.
    static func trimmedStart(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var index = slice.startIndex
        while index < slice.endIndex {
            let width = blank(slice, index)
            if width == 0 { break }
            index += width
        }
        return slice[index...]
    }

    /// The octets without blanks at the end.
    static func trimmedEnd(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = slice.endIndex
        while end > slice.startIndex {
            let last = slice[end - 1]
            if last == 0x20 || last == 0x09 || last == 0x0B || last == 0x0C {
                end -= 1
            } else if end - 2 >= slice.startIndex, last == 0xA0, slice[end - 2] == 0xC2 {
                end -= 2
            } else {
                break
            }
        }
        return slice[..<end]
    }

    private static func skipBlanks(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
        trimmedStart(bytes[start..<end]).startIndex
    }

    /// How many octets of a blank stand at an offset: ASCII blanks, U+00A0, U+202F.
    static func blank(_ slice: ArraySlice<UInt8>, _ index: Int) -> Int {
        switch slice[index] {
        case 0x20, 0x09, 0x0B, 0x0C: 1
        case 0xC2 where index + 1 < slice.endIndex && slice[index + 1] == 0xA0: 2
        case 0xE2
        where index + 2 < slice.endIndex && slice[index + 1] == 0x80 && slice[index + 2] == 0xAF:
            3
        default: 0
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }
}
