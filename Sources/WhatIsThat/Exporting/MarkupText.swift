/// Text for the XML formats of an export.
enum MarkupText {
    /// An element with a text; nothing where there is no text.
    static func element(_ name: String, _ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return "<\(name)>\(escaped(text))</\(name)>"
    }

    /// The text as an element's content or an attribute's value: characters that XML 1.0 cannot
    /// hold (§2.2) left out, markup escaped.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.unicodeScalars.reserveCapacity(text.unicodeScalars.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case "\r": result += "&#13;"
            default:
                if scalar.value >= 0x20, scalar.value != 0xFFFE, scalar.value != 0xFFFF {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
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
