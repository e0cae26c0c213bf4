import OutputText

/// Text for the XML formats of an export.
enum MarkupText {
    /// An element with a text; nothing where there is no text.
    static func element(_ name: String, _ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return "<\(name)>\(XMLEscaping.shown(text))</\(name)>"
    }

    /// A number as XML Schema's decimal: without an exponent, to 9 decimals (a tenth of a
    /// millimetre, for degrees).
    static func decimal(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e9 else { return "0" }
        let scaled = Int((abs(number) * 1e9).rounded())
        var decimals = String(scaled % 1_000_000_000)
        decimals = String(repeating: "0", count: 9 - decimals.count) + decimals
        while decimals.last == "0" { decimals.removeLast() }
        return (number < 0 && scaled > 0 ? "-" : "") + String(scaled / 1_000_000_000)
            + (decimals.isEmpty ? "" : "." + decimals)
    }
}
