/// A tag of HTML: its name, and the attributes that mail programs mark quotations by.
struct MarkupTag {
    /// The name in small letters.
    var name: String
    /// Whether it ends an element.
    var isClosing: Bool
    /// The words of `class`, `id`, `name` and `data-smartmail`, in small letters, without the `x_` that
    /// Outlook puts before those of others.
    var tokens: [Substring] = []
    /// `style` in small letters without blanks.
    var style = ""
    /// `type` in small letters.
    var type = ""
    /// Whether it has the attribute `hidden`.
    var isHidden = false

    /// Reads the octets between the angle brackets; nil if they are not a tag.
    init?(_ octets: ArraySlice<UInt8>) {
        var rest = octets
        isClosing = rest.first == .slash
        if isClosing { rest = rest.dropFirst() }
        guard let first = rest.first, first.isLetter else { return nil }
        let name = rest.prefix(16).prefix { $0.isLetter || $0.isDigit }
        self.name = String(decoding: name.map(\.lowercased), as: UTF8.self)
        guard !isClosing else { return }
        rest = rest[name.endIndex...]
        for _ in 0..<Self.mostAttributes {
            guard let (attribute, value) = Self.attribute(&rest) else { break }
            take(attribute, value)
        }
    }

    private static let mostAttributes = 40
    private static let longestValue = 2_000

    private mutating func take(_ attribute: String, _ value: ArraySlice<UInt8>) {
        let text = {
            String(decoding: value.prefix(Self.longestValue).map(\.lowercased), as: UTF8.self)
        }
        switch attribute {
        case "class", "id", "name", "data-smartmail":
            tokens += text().split(separator: " ").map { token in
                var token = token
                while token.hasPrefix("x_") { token = token.dropFirst(2) }
                return token
            }
        case "style": style = text().filter { $0 != " " && $0 != "\n" && $0 != "\t" }
        case "type": type = text()
        case "hidden": isHidden = true
        default: break
        }
    }

    /// Takes the next attribute off a tag.
    private static func attribute(
        _ rest: inout ArraySlice<UInt8>
    ) -> (String, ArraySlice<UInt8>)? {
        rest = rest.drop { $0.isBlankOrBreak || $0 == .slash }
        let name = rest.prefix { !$0.isBlankOrBreak && $0 != .equals && $0 != .slash }
        guard !name.isEmpty else { return nil }
        rest = rest[name.endIndex...].drop(while: \.isBlankOrBreak)
        let text = String(decoding: name.prefix(20).map(\.lowercased), as: UTF8.self)
        guard rest.first == .equals else { return (text, []) }
        rest = rest.dropFirst().drop(while: \.isBlankOrBreak)
        let value: ArraySlice<UInt8>
        if let quote = rest.first, quote == .quote || quote == .apostrophe {
            value = rest.dropFirst().prefix { $0 != quote }
            rest = rest[value.endIndex...].dropFirst()
        } else {
            value = rest.prefix { !$0.isBlankOrBreak }
            rest = rest[value.endIndex...]
        }
        return (text, value)
    }
}
