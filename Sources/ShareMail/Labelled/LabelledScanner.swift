import MailTemplates
import PhotoRecords

/// Finds readable blocks in texts that were quoted, re-wrapped, forwarded, made of HTML or changed
/// by a person. The work grows with the text's length alone.
///
/// A block is a run of lines with a label of one language at one depth of quoting; a value goes on
/// over further lines until the next label, a blank line (but in a caption) or another depth. The
/// file's name ends a block, and so does a label that it has already. A run of labels is a photo's
/// block only if it names the photo's file, or has a point and something else.
struct LabelledScanner {
    private(set) var stories: [LabelledStory] = []
    private let languages: LabelledLanguages
    private var known: Set<LabelledStory.Content> = []
    private var block = Block()

    /// The most blocks that are read from one message.
    static let maximumStories = 2_000
    /// The columns beyond which a line may have been broken by a program.
    private static let narrowest = 64

    init(_ languages: LabelledLanguages) { self.languages = languages }

    /// One label of a block with the octets of its value.
    struct Entry {
        var meanings: [LabelledLanguages.Meaning]
        var value: [UInt8]
        var isEmpty: Bool { value.isEmpty }
    }

    private struct Block {
        var depth = 0
        var entries: [Entry] = []
        var isOpen = false
        /// Whether a value broke off at a line of another depth.
        var isRagged = false
        var seen: Set<LabelledLanguages.Meaning> = []
    }

    /// Reads one text.
    ///
    /// - Parameter isMarkup: Whether the text was made of HTML: its line breaks are real ones.
    mutating func scan(_ text: String, at path: String, isMarkup: Bool) {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: ":")) || text.contains("：") else { return }
        block = Block()
        var blanks = 0
        var inHeader = false
        var previous: QuotedLine?
        var line = QuotedLine(bytes, at: 0)
        while let current = line, stories.count < Self.maximumStories {
            let following = QuotedLine(bytes, at: current.next)
            if isHeader(current.text) {
                close(path, isMarkup)
                inHeader = true
            } else if let (meanings, value) = label(current.text) {
                // The date of a mail that is quoted or forwarded inline is no photo's.
                inHeader = inHeader && meanings.contains { $0.field == "taken" }
                if !inHeader { begin(meanings, value, current.depth, path, isMarkup) }
            } else if current.isBlank {
                blanks += 1
                inHeader = false
                if block.entries.last?.isEmpty == false, !isLast("caption"), !isLast("taken") {
                    block.isOpen = false
                }
            } else if blanks > 0, isLast("taken"), block.entries.last?.isEmpty == false,
                !current.text.starts(with: Array("(UTC".utf8))
            {
                // Behind a blank line only the offset of a long date belongs to it.
                block.isOpen = false
            } else if block.isOpen, current.depth == block.depth {
                // A blank line within a caption is a line break that somebody made.
                let breaks = isMarkup ? blanks + 1 : min(2 * blanks, 2)
                append(
                    current.text,
                    breaks == 0 ? " " : String(repeating: "\n", count: min(breaks, 10)))
            } else if block.isOpen, let previous, isOverflow(previous, current, following) {
                append(current.text, " ")
            } else {
                if block.isOpen, blanks == 0 { block.isRagged = true }
                block.isOpen = false
            }
            if !current.isBlank { blanks = 0 }
            if isFileKnown { close(path, isMarkup) }
            previous = current
            line = following
        }
        close(path, isMarkup)
    }

    // MARK: Blocks

    /// Whether the label that came last is of a field.
    private func isLast(_ field: String) -> Bool {
        block.entries.last?.meanings.contains { $0.field == field } ?? false
    }

    private var isFileKnown: Bool {
        guard let last = block.entries.last, !last.isEmpty else { return false }
        return last.meanings.contains { $0.field == "file" }
    }

    private mutating func begin(
        _ meanings: [LabelledLanguages.Meaning], _ value: ArraySlice<UInt8>, _ depth: Int,
        _ path: String, _ isMarkup: Bool
    ) {
        if depth != block.depth || !block.seen.isDisjoint(with: meanings) { close(path, isMarkup) }
        block.depth = depth
        block.isOpen = true
        block.seen.formUnion(meanings)
        block.entries.append(Entry(meanings: meanings, value: Array(value)))
    }

    private mutating func append(_ text: ArraySlice<UInt8>, _ separator: String) {
        guard let index = block.entries.indices.last else { return }
        if !block.entries[index].isEmpty {
            block.entries[index].value += Array((isLast("caption") ? separator : " ").utf8)
        }
        block.entries[index].value += text
    }

    private mutating func close(_ path: String, _ isMarkup: Bool) {
        defer { block = Block() }
        guard block.entries.count > 1,
            var story = LabelledStory(
                block.entries, languages: languages, path: path, depth: block.depth,
                isMarkup: isMarkup),
            known.insert(story.content).inserted
        else { return }
        story.isRagged = block.isRagged
        stories.append(story)
    }

    /// Whether a line is the end of the one before, which a program broke after it was quoted:
    /// less deep, between lines of the depth, and the line before was long.
    private func isOverflow(
        _ previous: QuotedLine, _ line: QuotedLine, _ following: QuotedLine?
    ) -> Bool {
        guard line.depth < block.depth, previous.depth >= line.depth, !previous.isBlank,
            let following, following.depth == block.depth
        else { return false }
        let word = line.text.prefix { $0 != 0x20 }
        return previous.columns + 1 + QuotedLine.columns(word) > Self.narrowest
    }

    // MARK: Labels

    private static let headers = Set(LabelledLanguages.mailHeaders.map { Array($0.utf8) })

    /// Whether a line is one of a mail's header.
    private func isHeader(_ text: ArraySlice<UInt8>) -> Bool {
        guard let colon = text.prefix(16).firstIndex(of: UInt8(ascii: ":")) else { return false }
        let name = QuotedLine.trimmedEnd(text[..<colon]).drop(while: Self.isMark)
        return Self.headers.contains(name.map { (65...90).contains($0) ? $0 + 32 : $0 })
    }

    /// The label that a line begins with, and what stands behind its colon.
    private func label(
        _ text: ArraySlice<UInt8>
    ) -> ([LabelledLanguages.Meaning], ArraySlice<UInt8>)? {
        var key: [UInt8] = []
        var index = text.startIndex
        // Bullets and marks of emphasis before a label are a program's, made of HTML.
        while index < text.endIndex, Self.isMark(text[index]) || Self.blankWidth(text, index) > 0 {
            index += max(1, Self.blankWidth(text, index))
        }
        // Of any length are only the blanks within: HTML may be broken and indented there.
        let limit = languages.longest + 8
        var isMarked = index > text.startIndex
        while index < text.endIndex, key.count < limit {
            let byte = text[index]
            let isWide = byte == 0xEF && text[index...].starts(with: [0xEF, 0xBC, 0x9A])
            if byte == UInt8(ascii: ":") || isWide {
                while let last = key.last, last == 0x20 || Self.isMark(last) {
                    isMarked = isMarked || last != 0x20
                    key.removeLast()
                }
                guard let meanings = languages.meanings(of: key) else { return nil }
                var value = text[(index + (isWide ? 3 : 1))...]
                if isMarked { value = value.drop(while: Self.isMark) }
                return (meanings, QuotedLine.trimmedStart(value))
            }
            let blank = Self.blankWidth(text, index)
            let invisible = Self.invisibleWidth(text, index)
            if blank > 0 {
                if key.last != 0x20 { key.append(0x20) }
                index += blank
            } else if invisible > 0 {
                index += invisible
            } else {
                key.append((65...90).contains(byte) ? byte + 32 : byte)
                index += 1
            }
        }
        return nil
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_")
    }

    private static func blankWidth(_ text: ArraySlice<UInt8>, _ index: Int) -> Int {
        QuotedLine.blank(text, index)
    }

    /// How many octets of a mark that shows nothing stand at an offset; the word joiner is none,
    /// it keeps words from being labels.
    private static func invisibleWidth(_ text: ArraySlice<UInt8>, _ index: Int) -> Int {
        let bytes = text[index...].prefix(3)
        switch bytes.first {
        case 0xC2: return bytes.dropFirst().first == 0xAD ? 2 : 0
        case 0xE2:
            guard bytes.count == 3 else { return 0 }
            let tail = (bytes[index + 1], bytes[index + 2])
            let isMark =
                tail.0 == 0x80
                ? [0x8B, 0x8E, 0x8F].contains(tail.1) || (0xAA...0xAE).contains(tail.1)
                : tail.0 == 0x81 && (0xA6...0xA9).contains(tail.1)
            return isMark ? 3 : 0
        case 0xEF: return bytes.elementsEqual([0xEF, 0xBB, 0xBF]) ? 3 : 0
        default: return 0
        }
    }
}
