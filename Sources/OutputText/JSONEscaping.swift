/// Foreign text in JSON (RFC 8259 §7): hazards as `\uXXXX`, so that nothing is lost and nothing happens
/// where the JSON is looked at.
public enum JSONEscaping {
    /// Adds the text of a string, without its quotation marks.
    public static func append(_ text: String, to json: inout [UInt8]) {
        guard text.utf8.contains(where: mayNeedEscape) else {
            json.append(contentsOf: text.utf8)
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                json.append(backslash)
                json.append(UInt8(truncatingIfNeeded: scalar.value))
            case "\u{8}": json += [backslash, UInt8(ascii: "b")]
            case "\t": json += [backslash, UInt8(ascii: "t")]
            case "\n": json += [backslash, UInt8(ascii: "n")]
            case "\u{C}": json += [backslash, UInt8(ascii: "f")]
            case "\r": json += [backslash, UInt8(ascii: "r")]
            default:
                if scalar.hazard == nil {
                    json.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                } else {
                    appendEscape(scalar, to: &json)
                }
            }
        }
    }

    /// Finished JSON with the hazards beyond ASCII escaped; all of them stand in strings.
    ///
    /// - Parameter others: further characters to escape, which stand in strings alone: `<`, `>` and `&`
    ///   where the JSON goes into a page.
    public static func escaped(_ json: String, and others: Set<Unicode.Scalar> = []) -> String {
        guard json.holdsHazard || !others.isEmpty else { return json }
        var result: [UInt8] = []
        result.reserveCapacity(json.utf8.count)
        for scalar in json.unicodeScalars {
            if scalar.value >= 0x7F && scalar.hazard != nil || others.contains(scalar) {
                appendEscape(scalar, to: &result)
            } else {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let backslash = UInt8(ascii: "\\")
    private static let digits = Array("0123456789abcdef".utf8)

    private static func mayNeedEscape(_ octet: UInt8) -> Bool {
        octet == UInt8(ascii: "\"") || octet == backslash || UTF8Lead.mayBeginHazard(octet)
    }

    /// `\u001b`; beyond U+FFFF two of them, of the UTF-16 units.
    private static func appendEscape(_ scalar: Unicode.Scalar, to json: inout [UInt8]) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
            json += [backslash, UInt8(ascii: "u")]
            for shift in stride(from: 12, through: 0, by: -4) {
                json.append(digits[Int(unit >> shift) & 15])
            }
        }
    }
}
