/// Finds the header that programs such as Outlook put above a message that they quote without marks:
/// “From: …”, “Sent: …”, “To: …”, “Subject: …”.
enum HeaderBlock {
    /// The number of lines of such a header that begins at a line; nil if none does.
    ///
    /// - Parameter isAnnounced: Whether a separator precedes it; then two fields are enough.
    static func length(
        at start: Int, in text: ReplyLines, isAnnounced: Bool = false
    ) -> Int? {
        guard field(text.content(start)) != nil else { return nil }
        var fields: Set<HeaderWords.Field> = []
        var others = 0
        var index = start
        var end = start
        var continued = 0
        while index < text.lines.count, index - start < mostLines, !text.lines[index].isBlank,
            text.lines[index].depth == text.lines[start].depth
        {
            if let found = field(text.content(index)) {
                if found == .other { others += 1 } else { fields.insert(found) }
                continued = 0
                end = index + 1
            } else {
                // A long subject or list of recipients goes on.
                continued += 1
                if continued > mostContinued { break }
            }
            index += 1
        }
        let count = fields.count + min(others, 1)
        let isWhole = fields.contains(.from) && count >= 3
        let isEnough = isAnnounced && count >= 2
        // An address directly below the last field belongs to it.
        return isWhole || isEnough ? end - start + (index > end ? tail(end, index, text) : 0) : nil
    }

    /// The header field on a line; nil if there is none.
    static func field(_ line: ArraySlice<UInt8>) -> HeaderWords.Field? {
        let head = line.prefix(HeaderWords.longest + 8)
        var end = head.firstIndex(of: .colon)
        if end == nil {
            // The colon of Chinese and Japanese texts.
            end = head.indices.first { head[$0...].starts(with: "：".utf8) }
        }
        guard let end, end > head.startIndex else { return nil }
        return HeaderWords.field(FoldedText.fold(head[..<end]))
    }

    private static let mostLines = 24
    private static let mostContinued = 3

    /// How many lines below the last field are of it: one that is an address or goes on in brackets.
    private static func tail(_ end: Int, _ limit: Int, _ text: ReplyLines) -> Int {
        let line = text.content(end)
        return line.first == .less && line.contains(.at) ? 1 : 0
    }
}
