/// Finds the files that stand in yEnc in a plain text:
///
/// ```
/// =ybegin line=128 size=123456 name=photo.jpg
/// …
/// =yend size=123456 crc32=1234abcd
/// ```
///
/// Each line is looked at once. A `=ybegin` without size and name is text.
struct YEncFiles {
    /// A file, or one part of a file (`=ypart`), and where its lines stand, the first one with it.
    struct File {
        var name: String
        var lines: Range<Int>
        var isEnded: Bool
    }

    private(set) var files: [File] = []
    /// Whether there are more files than the limit.
    private(set) var isOverLimit = false

    /// Looks through a range of octets for no more files than a limit.
    init(_ bytes: MailOctets, in range: Range<Int>, limit: Int) {
        var position = range.lowerBound
        var open: (name: String, start: Int)?
        while position < range.upperBound {
            // Only lines with an equals sign at their start matter.
            guard let sign = bytes.firstIndex(of: .equals, from: position, to: range.upperBound)
            else { break }
            let (contentEnd, next) = bytes.line(at: sign, to: range.upperBound)
            let isLineStart = sign == range.lowerBound || bytes[sign - 1] == .lf
            guard isLineStart, bytes.hasText("=y", at: sign) else {
                position = isLineStart ? next : sign + 1
                continue
            }
            position = next
            if bytes.hasText("=ybegin ", at: sign) {
                let words = YEncKeywords(bytes[sign..<min(contentEnd, sign + 1_000)])
                guard words["size"] != nil, let name = words["name"], !name.isEmpty else {
                    continue
                }
                if let open { files.append(Self.file(open, sign, isEnded: false)) }
                open = nil
                guard files.count < limit else {
                    isOverLimit = true
                    return
                }
                open = (name, sign)
            } else if bytes.hasText("=yend ", at: sign), let file = open {
                files.append(Self.file(file, next, isEnded: true))
                open = nil
            }
        }
        if let open { files.append(Self.file(open, range.upperBound, isEnded: false)) }
    }

    private static func file(
        _ open: (name: String, start: Int), _ end: Int, isEnded: Bool
    ) -> File {
        File(name: open.name, lines: open.start..<end, isEnded: isEnded)
    }
}
