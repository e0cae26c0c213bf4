/// Words as they are searched by and names as they are compared: letters without case, accents and
/// width, alike in every script, whatever the system's own Unicode data say.
///
/// - Case goes by full case folding, ligatures and compatibility forms are taken apart (NFKC): `ß`
///   is `ss`, `ﬁ` is `fi`, `Ａ` is `a`, the final sigma is a sigma.
/// - Accents go: Latin, Greek (`ά` is `α`), Cyrillic (`ё` is `е`), points of Hebrew, vowel marks of
///   Arabic; so do signs that cannot be seen. Letters that people type so though Unicode does not
///   take them apart are told apart neither: `ø` `o`, `ł` `l`, `đ` `d`, `æ` `ae`, Turkish `ı` `i`.
/// - What is a letter of its own stays: `й`, `ї`, `ў`; kana with their voicing; syllables of Hangul,
///   also where they come as jamo; the vowels of Indic scripts and of Thai.
/// - Decimal digits of every script are those of ASCII.
///
/// All of it takes linear time, whatever number of combining marks stand in a row.
///
/// ```swift
/// Folding.folded("Βάρκα στην Πάρο") == "βαρκα στην παρο"
/// Folding.key("L’Aquila") == Folding.key("L'AQUILA")
/// ```
public enum Folding {
    /// The text folded.
    public static func folded(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var builder = Builder()
        for scalar in text.unicodeScalars { builder.append(scalar) }
        return builder.text
    }

    /// What two names of one thing have in common: the folded letters, digits and marks, and one
    /// blank for all that stands between them; empty where the text has neither.
    public static func key(_ text: some StringProtocol) -> String {
        var key = String.UnicodeScalarView()
        var isApart = false
        for scalar in folded(text).unicodeScalars {
            guard isWordLike(scalar) else {
                isApart = !key.isEmpty
                continue
            }
            if isApart { key.append(" ") }
            isApart = false
            key.append(scalar)
        }
        return String(key)
    }

    /// The folded text with blanks around each letter of the scripts that are written without
    /// blanks between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese), so that an index of
    /// words finds any part of them as a phrase.
    public static func segmented(_ text: some StringProtocol) -> String {
        let folded = folded(text)
        guard folded.unicodeScalars.contains(where: isUnspaced) else { return folded }
        var spaced = String.UnicodeScalarView()
        for scalar in folded.unicodeScalars {
            if isUnspaced(scalar) {
                spaced.append(" ")
                spaced.append(scalar)
                spaced.append(" ")
            } else {
                spaced.append(scalar)
            }
        }
        return String(spaced)
    }

    /// Whether SQLite's own tokenizer (`unicode61 remove_diacritics 2`, FTS5 §4.3.1) makes the same
    /// words of a text as of the folded and segmented one.
    public static func isFoldedAlikeBySQLite(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            if bytes.allSatisfy({ $0 < 0x80 }) { return true }
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x80 {
                    index += 1
                    continue
                }
                // Two bytes reach up to U+07FF; the text of a string is well-formed.
                guard byte < 0xE0, index + 1 < bytes.count else { return false }
                let scalar = Int(byte & 0x1F) << 6 | Int(bytes[index + 1] & 0x3F)
                guard scalar < alike.count, alike[scalar] else { return false }
                index += 2
            }
            return true
        }
    }

    private static let alike: [Bool] = {
        var flags = [Bool](repeating: false, count: 0x530)
        for range in foldedAlikeBySQLite {
            for number in range { flags[Int(number)] = true }
        }
        return flags
    }()

    private static func isWordLike(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
        }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark,
            .enclosingMark:
            true
        default: false
        }
    }

    /// Whether a scalar is a letter of a script without blanks between words.
    public static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0xE00: false
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: true
        case ..<0x3005: false
        case 0x3005...0x3007, 0x3021...0x3029, 0x3041...0x30FF, 0x31F0...0x31FF: true
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
