/// Reads the tokens of structured header fields (RFC 5322 §3.2) from an unfolded value.
///
/// The cursor moves only forward; every method is linear in what it passes.
struct HeaderLexer {
    let bytes: ArraySlice<UInt8>
    var index: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var isAtEnd: Bool { index >= bytes.endIndex }

    var current: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    /// Passes over one octet if it stands here.
    mutating func take(_ octet: UInt8) -> Bool {
        guard current == octet else { return false }
        index += 1
        return true
    }

    mutating func skipBlanks() {
        while let octet = current, octet.isBlankOrBreak { index += 1 }
    }

    /// Passes over blanks and comments (CFWS); returns the last comment's content.
    @discardableResult
    mutating func skipBlanksAndComments() -> [UInt8]? {
        var last: [UInt8]?
        while let octet = current {
            if octet.isBlankOrBreak {
                index += 1
            } else if octet == .openParenthesis {
                last = comment()
            } else {
                break
            }
        }
        return last
    }

    /// Reads a comment, nested ones with it; the cursor stands at its parenthesis.
    ///
    /// An unclosed comment ends with the value.
    mutating func comment() -> [UInt8] {
        var content: [UInt8] = []
        var depth = 0
        while let octet = current {
            index += 1
            switch octet {
            case .openParenthesis:
                if depth > 0 { content.append(octet) }
                depth += 1
            case .closeParenthesis:
                depth -= 1
                if depth == 0 { return content }
                content.append(octet)
            case .backslash:
                if let escaped = current {
                    content.append(escaped)
                    index += 1
                }
            default: content.append(octet)
            }
        }
        return content
    }

    /// Reads a quoted string's content; the cursor stands at its quote.
    ///
    /// An unclosed one ends with the value.
    mutating func quotedString() -> [UInt8] {
        var content: [UInt8] = []
        index += 1
        while let octet = current {
            index += 1
            if octet == .quote { return content }
            if octet == .backslash, let escaped = current {
                // QUIRK: RFC 5322 §3.2.4: file names of Windows, `"C:\temp\x.gif"`, come with
                // unescaped backslashes; only a quote or a backslash is taken as escaped.
                if escaped == .quote || escaped == .backslash {
                    content.append(escaped)
                    index += 1
                    continue
                }
            }
            content.append(octet)
        }
        return content
    }

    /// Reads up to an octet that ends it.
    mutating func text(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = index
        while let octet = current, !isEnd(octet) { index += 1 }
        return bytes[start..<index]
    }
}
