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
        let composed = text.precomposedStringWithCanonicalMapping
        if composed.utf8.elementsEqual(text.utf8) { return text }
        text = composed
        // A few signs are taken apart by this form, and make a run of marks longer.
        return text.withUTF8 { MarkRuns(in: $0).longest > longestRun ? MarkRuns.cut($0) : nil }
            ?? text
    }

    /// Whether so many combining marks stand in a row in a cleaned text that there may have been
    /// more.
    public static func hasLongestRun(_ cleaned: String) -> Bool {
        // A mark has two octets at least.
        guard cleaned.utf8.count >= 2 * longestRun else { return false }
        var text = cleaned
        return text.withUTF8 { MarkRuns(in: $0).longest >= longestRun }
    }
}
