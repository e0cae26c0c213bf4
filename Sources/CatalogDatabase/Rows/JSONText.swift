import JSON

/// The JSON of the catalog's columns, written and read for each photo that a scan passes: equal values
/// are equal texts.
enum JSONText {
    /// The text of a value.
    static func of(_ value: JSONValue) -> String { value.storedText }

    /// The text of an array of strings; nil for an empty one.
    static func of(_ strings: [String]) -> String? {
        strings.isEmpty ? nil : JSONValue.strings(strings).storedText
    }

    /// Reads an array of strings: what `of(_:)` wrote.
    static func strings(_ text: String?) -> [String] {
        guard let text else { return [] }
        if text.utf8.contains(UInt8(ascii: "\\")) {
            let value = try? JSONValue(parsing: text.utf8)
            return value?.array?.compactMap(\.string) ?? []
        }
        // Nothing is escaped, so every quotation mark ends or begins a string.
        let parts = text.utf8.split(
            separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count - 1, by: 2).map { String(Substring(parts[$0])) }
    }
}
