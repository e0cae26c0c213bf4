/// Foreign text in XML 1.0, as an element's content or an attribute's value.
public enum XMLEscaping {
    /// The text for another program, which gets all of it: hazards as character references (§4.1), so that
    /// they show nowhere; what XML cannot hold at all (§2.2: most of C0, U+FFFE, U+FFFF) goes.
    ///
    /// A return is a reference too, else it would come back as a line feed (§2.11).
    public static func data(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar.value {
            case 0x0A: scalar.description
            case 0..<0x20 where scalar != "\t" && scalar != "\r", 0xFFFE, 0xFFFF: ""
            default: "&#x" + String(scalar.value, radix: 16, uppercase: true) + ";"
            }
        }
    }

    /// The text for a program that shows it, as ``Swift/String/shownLines`` has it.
    public static func shown(_ text: String) -> String {
        // No hazard is left but line feeds, and flags of emoji.
        escaped(text.shownLines) { $0.description }
    }

    private static func escaped(
        _ text: String, hazard: (Unicode.Scalar) -> String
    ) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default:
                if scalar.hazard == nil {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += hazard(scalar)
                }
            }
        }
        return result
    }
}
