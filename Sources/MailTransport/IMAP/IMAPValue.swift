import TextCleaning

/// One value of a response's data: RFC 9051 §4.
enum IMAPValue: Hashable, Sendable {
    /// A word: `FETCH`, `\Seen`, `BODY[HEADER.FIELDS (DATE)]`, and `NIL`.
    case atom(String)
    /// A number: RFC 9051 §4.2, up to 63 bits.
    case number(UInt64)
    /// A quoted string, or a literal that was kept.
    case string([UInt8])
    /// A literal that was taken as it came: its number of bytes.
    case taken(Int)
    /// A list in parentheses.
    case list([IMAPValue])

    /// The word, as it came.
    var atom: String? { if case .atom(let text) = self { text } else { nil } }

    /// The number.
    var number: UInt64? { if case .number(let number) = self { number } else { nil } }

    /// The list's values.
    var list: [IMAPValue]? { if case .list(let values) = self { values } else { nil } }

    /// A string's or word's text, cleaned; Latin-1 where it is no UTF-8; nil for `NIL`, lists and what was
    /// taken.
    var text: String? {
        switch self {
        case .atom(let text): text.uppercased() == "NIL" ? nil : text
        case .number(let number): String(number)
        case .string(let bytes):
            ForeignText.cleaned(
                String(validating: bytes, as: UTF8.self)
                    ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
        case .taken, .list: nil
        }
    }

    /// The bytes of a string or word; nil for `NIL`, lists and what was taken.
    var bytes: [UInt8]? {
        if case .string(let bytes) = self { bytes } else { text.map { Array($0.utf8) } }
    }

    /// Whether it is this word, in whatever case.
    func isAtom(_ word: String) -> Bool {
        atom.map { $0.utf8.count == word.utf8.count && $0.uppercased() == word } ?? false
    }
}
