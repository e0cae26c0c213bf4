import Foundation

/// Text that came from elsewhere (a mail, a photo's metadata, another program's catalog) as it is
/// kept: in Normalization Form C, with at most thirty combining marks in a row (UAX #15, Stream-Safe
/// Text Format).
///
/// Every reader of foreign text hands it through here once, where it comes in. From there on texts
/// that mean the same are the same octets, and no comparison, hash or search takes more than linear
/// time: sorting a run of marks into canonical order takes time that grows with its square.
///
/// ```swift
/// ForeignText.cleaned("e\u{301}") == "\u{E9}"
/// ```
///
/// Nothing else is changed: control characters and marks of direction are data. They do not end a
/// run of marks, so that none grows longer where they are taken out later.
public enum ForeignText {
    /// How many combining marks may stand in a row.
    public static let longestRun = 30

    /// The text in Normalization Form C, marks beyond the thirtieth in a row left out. Takes linear
    /// time; a text that is so already is given back as it is.
    public static func cleaned(_ raw: String) -> String {
        var text = raw
        let found = text.withUTF8 { MarkRuns(in: $0) }
        if found.isPlain { return text }
        if found.longest > longestRun { text = text.withUTF8(MarkRuns.cut) }
        guard found.mayCompose else { return text }
        let composed = withFinals(text.precomposedStringWithCanonicalMapping)
        if composed.utf8.elementsEqual(text.utf8) { return text }
        // QUIRK: Foundation leaves the parts of U+0F73 and its like out of order; the second time they
        // are marks like all others.
        text = withFinals(composed.precomposedStringWithCanonicalMapping)
        // A few signs are taken apart by this form, and make a run of marks longer.
        return text.withUTF8 { MarkRuns(in: $0).longest > longestRun ? MarkRuns.cut($0) : nil }
            ?? text
    }

    /// The text with final consonants of Hangul in the syllables before them (Unicode §3.12).
    ///
    /// QUIRK: Foundation composes syllables of three letters, and none of a syllable and a letter.
    private static func withFinals(_ text: String) -> String {
        let finals: ClosedRange<UInt32> = 0x11A8...0x11C2
        guard text.unicodeScalars.contains(where: { finals.contains($0.value) }) else {
            return text
        }
        var scalars = String.UnicodeScalarView()
        var last: UInt32 = 0
        for scalar in text.unicodeScalars {
            let isOpen = (0xAC00...0xD7A3).contains(last) && (last - 0xAC00) % 28 == 0
            if isOpen, finals.contains(scalar.value),
                let whole = Unicode.Scalar(last + scalar.value - 0x11A7)
            {
                scalars.removeLast()
                scalars.append(whole)
                last = 0
            } else {
                scalars.append(scalar)
                last = scalar.value
            }
        }
        return String(scalars)
    }

    /// Whether so many combining marks stand in a row in a cleaned text that there may have been
    /// more.
    public static func hasLongestRun(_ cleaned: String) -> Bool {
        // A letter may have taken up to three of its marks in (U+1F84).
        let least = longestRun - 3
        // A mark has two octets at least.
        guard cleaned.utf8.count >= 2 * least else { return false }
        var text = cleaned
        return text.withUTF8 { MarkRuns(in: $0).longest >= least }
    }
}
