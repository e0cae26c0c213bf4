/// A character reference of HTML: `&eacute;`, `&#233;`, `&#xE9;`.
enum CharacterReference {
    /// The octets of the character that is meant at a place, and where the text goes on; nil where it is
    /// no reference.
    static func read(_ bytes: [UInt8], _ start: Int) -> (octets: [UInt8], next: Int)? {
        let window = bytes[min(start + 1, bytes.count)..<min(start + 12, bytes.count)]
        guard let end = window.firstIndex(of: .semicolon) else { return nil }
        let name = String(decoding: window[..<end], as: UTF8.self)
        if let value = names[name] { return (Array(value.utf8), end + 1) }
        guard name.hasPrefix("#") else { return nil }
        let isHex = name.dropFirst().first == "x" || name.dropFirst().first == "X"
        guard let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10) else {
            return nil
        }
        if (0x80...0x9F).contains(number) {
            // QUIRK: HTML, “numeric character reference end state”: Windows-1252's characters.
            return (Array(Windows1252.decode([UInt8(number)][...]).utf8), end + 1)
        }
        let scalar = number == 0 ? "\u{FFFD}" : Unicode.Scalar(number)
        return scalar.map { (Array(String(Character($0)).utf8), end + 1) }
    }

    private static let names: [String: String] = {
        // U+00A0 to U+00FF in order (HTML 4.01 §24.2.1).
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg \
            plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 \
            iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
            Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
            Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring \
            aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve \
            oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
            """
        var names = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–",
            "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bdquo": "„",
            "sbquo": "‚", "hellip": "…", "OElig": "Œ", "oelig": "œ", "euro": "€", "bull": "•",
            "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}", "rlm": "\u{200F}",
        ]
        for (place, name) in latin.split(separator: " ").enumerated() {
            names[String(name)] = Unicode.Scalar(UInt32(0xA0 + place)).map { String($0) }
        }
        return names
    }()
}
