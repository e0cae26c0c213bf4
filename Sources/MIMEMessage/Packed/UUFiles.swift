/// Finds the files that stand uuencoded in a plain text (POSIX.1, `uuencode`):
///
/// ```
/// begin 644 photo.jpg
/// M_]C_X``02D9)1@`!`0$`2`!(``#_X0…
/// `
/// end
/// ```
///
/// Each line is looked at once. A `begin` whose next line is not uuencoded is text.
struct UUFiles {
    /// A file, and where its coded lines stand.
    struct File {
        var name: String
        var lines: Range<Int>
        /// Whether `end` follows the lines.
        var isEnded: Bool
    }

    private let bytes: MailOctets
    private let end: Int
    private(set) var files: [File] = []
    /// Whether there are more files than the limit.
    private(set) var isOverLimit = false

    /// Looks through a range of octets for no more files than a limit.
    init(_ bytes: MailOctets, in range: Range<Int>, limit: Int) {
        self.bytes = bytes
        end = range.upperBound
        var position = range.lowerBound
        while position < end {
            let (contentEnd, next) = bytes.line(at: position, to: end)
            guard let name = name(position..<contentEnd), isCoded(at: next, isFirst: true) else {
                position = next
                continue
            }
            guard files.count < limit else {
                isOverLimit = true
                return
            }
            position = take(name, from: next)
        }
    }

    /// Takes the coded lines; gives the place behind them.
    private mutating func take(_ name: String, from start: Int) -> Int {
        var position = start
        while position < end, isCoded(at: position, isFirst: false) {
            position = bytes.line(at: position, to: end).next
        }
        let (contentEnd, next) = bytes.line(at: position, to: end)
        let isEnded = bytes[position..<contentEnd].trimmed.elementsEqual("end".utf8)
        files.append(File(name: name, lines: start..<position, isEnded: isEnded))
        return isEnded ? next : position
    }

    /// The file name of a line `begin 644 name`.
    private func name(_ line: Range<Int>) -> String? {
        guard bytes.hasText("begin ", at: line.lowerBound) else { return nil }
        let words = bytes[line].dropFirst(6).split(separator: .space, maxSplits: 1)
        guard words.count == 2, (3...4).contains(words[0].count),
            words[0].allSatisfy({ $0 >= 0x30 && $0 <= 0x37 })
        else { return nil }
        let name = RawText.decode(words[1].trimmed)
        return name.isEmpty ? nil : name
    }

    /// Whether a line is uuencoded: a length and as many digits; the last ones may be blanks that
    /// a transport took away, and one more may follow as a checksum.
    private func isCoded(at position: Int, isFirst: Bool) -> Bool {
        guard position < end else { return false }
        let contentEnd = bytes.line(at: position, to: end).contentEnd
        guard contentEnd > position, contentEnd - position <= 63 + 23 else { return false }
        guard bytes[position..<contentEnd].allSatisfy({ $0 >= 0x20 && $0 <= 0x60 }) else {
            return false
        }
        let isStuffed = UUEncoding.isStuffed(
            first: bytes[position],
            second: contentEnd - position > 1 ? bytes[position + 1] : nil,
            count: contentEnd - position)
        let start = isStuffed ? position + 1 : position
        let length = Int((bytes[start] - 0x20) & 63)
        let (digits, expected) = (contentEnd - start - 1, (length + 2) / 3 * 4)
        // Text in capitals has no such first line but by rare chance.
        return digits <= expected + 1 && (!isFirst || digits >= expected - 3)
    }
}
