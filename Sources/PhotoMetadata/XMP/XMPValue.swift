/// A value of XMP's data model (ISO 16684-1 §6.3): a text, an array, a structure, and the
/// qualifiers that may stand with each.
struct XMPValue: Equatable, Sendable {
    /// The text of a simple value.
    var text = ""
    /// The elements of an array.
    var items: [XMPValue] = []
    /// The fields of a structure and the qualifiers, by their names with the standard's prefix,
    /// such as `stArea:x`.
    var fields: [String: XMPValue] = [:]
    /// The language of a text (xml:lang).
    var language: String?

    /// A field of a structure.
    subscript(name: String) -> XMPValue? { fields[name] }

    /// The text without padding; nil for a blank one. Of language alternatives it is the default
    /// one (`x-default`), else the first.
    var string: String? {
        if !items.isEmpty {
            let best = items.first { $0.language?.lowercased() == "x-default" } ?? items[0]
            return best.items.isEmpty ? best.string : nil
        }
        let trimmed = TextDecoding.trimmed(text)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The texts of an array, or the one text of a value that should have been one.
    var strings: [String] {
        items.isEmpty ? (string.map { [$0] } ?? []) : items.compactMap(\.string)
    }

    /// The structures of an array, or the one that stands alone.
    var structures: [XMPValue] { items.isEmpty ? (fields.isEmpty ? [] : [self]) : items }

    /// The number that the text says; a rational `350/10` counts.
    var number: Double? {
        guard let text = string else { return nil }
        return XMPNumber.parse(text)
    }
}

/// Numbers as XMP writes them.
enum XMPNumber {
    /// A decimal number or a rational; nil for others and for a denominator of 0.
    static func parse(_ text: some StringProtocol) -> Double? {
        // This stands in the hot loop of a scan: nearly all are plain decimal numbers.
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }) {
            return Double(String(text)).flatMap { $0.isFinite ? $0 : nil }
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { (part) -> Double? in
            let digits = String(part).filter { $0 != " " }
            return Double(digits)
        }
        guard numbers.count == parts.count, numbers.allSatisfy(\.isFinite) else { return nil }
        switch numbers.count {
        case 1: return numbers[0]
        case 2 where numbers[1] != 0: return numbers[0] / numbers[1]
        default: return nil
        }
    }
}
