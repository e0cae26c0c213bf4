import Foundation

/// A file name of a Takeout, taken apart.
///
/// QUIRK: Google counts equal names after the stem, `IMG(1).jpg`, but its JSON's after the whole:
/// `IMG.jpg(1).json`.
struct TakeoutName: Hashable, Sendable {
    /// The name without counter and ending: `IMG` of `IMG(1).jpg`; the JSON's without `.json`.
    var stem: String
    /// The ending with its dot: `.jpg`; empty for a JSON.
    var ending: String
    /// The number in brackets, where there is one.
    var counter: Int?

    /// The name without its counter: `IMG.jpg`.
    var plain: String { stem + ending }

    /// The parts of a photo's or film's name.
    init(media name: String) {
        let (stem, ending) = Self.split(name)
        (self.stem, counter) = Self.counted(stem)
        self.ending = ending
    }

    /// The parts of a JSON's name.
    init(sidecar name: String) {
        (stem, counter) = Self.counted(Self.split(name).stem)
        ending = ""
    }

    /// A name's stem and its ending with the dot, of up to 10 characters.
    static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            name.distance(from: dot, to: name.endIndex) <= 11
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    private static func counted(_ stem: String) -> (String, Int?) {
        guard stem.hasSuffix(")"), let bracket = stem.lastIndex(of: "("), bracket > stem.startIndex,
            let number = Int(stem[stem.index(after: bracket)...].dropLast()), number >= 0,
            number < 1_000_000
        else { return (stem, nil) }
        return (String(stem[..<bracket]), number)
    }

    // MARK: The JSON's own additions

    /// What newer Takeouts put between a photo's name and `.json`, as far as it fits.
    private static let addition = "supplemental-metadata"

    /// A JSON's stem without `.supplemental-metadata` or what was left of it.
    static func withoutAddition(_ stem: String) -> String {
        guard let dot = stem.lastIndex(of: "."), dot > stem.startIndex,
            addition.hasPrefix(stem[stem.index(after: dot)...])
        else { return stem }
        return String(stem[..<dot])
    }

    /// Whether a JSON's stem is so long that a part of the name may be cut off: file names have
    /// 51 characters at most, `.json` included. What counts as a character differs: not only
    /// letters of ASCII come out shorter.
    static func mayBeCut(_ stem: String) -> Bool { stem.utf16.count >= 44 || stem.utf8.count >= 46 }

    // MARK: Titles

    /// A name as the disk has it: `title` of a JSON is the name that the photo once had, of which
    /// characters that some systems do not allow became `_`.
    ///
    /// QUIRK: titles have `&` and `'` also as `&amp;` and `&#39;`, and names what is left of
    /// those: `_amp_`, `_39_`.
    static func comparable(_ text: String) -> String {
        var text = text.precomposedStringWithCanonicalMapping
        for (escape, character) in escapes where text.contains(escape) {
            text = text.replacingOccurrences(of: escape, with: character)
        }
        text = String(text.map { forbidden.contains($0) || $0.isNewline ? "_" : $0 })
        for remnant in remnants where text.contains(remnant) {
            text = text.replacingOccurrences(of: remnant, with: "_")
        }
        return text.lowercased()
    }

    private static let escapes = [
        ("&amp;", "&"), ("&#39;", "'"), ("&#x27;", "'"), ("&quot;", "\""), ("&lt;", "<"),
        ("&gt;", ">"),
    ]
    private static let forbidden: Set<Character> = [
        "\"", "#", "%", "&", "'", "*", "/", ":", ";", "<", ">", "?", "\\", "^", "|", "@", "=",
    ]
    private static let remnants = ["__39_", "_amp_", "_39_", "_quot_", "_lt_", "_gt_"]

    /// Whether a title is the name of a file: the same but for its counter, its ending, and what
    /// had to be replaced or cut off.
    static func isTitle(_ title: String, of name: TakeoutName) -> Bool {
        let stem = comparable(name.stem)
        let title = comparable(title)
        let own = comparable(split(title).stem)
        if title == comparable(name.plain) || own == stem || title == stem { return true }
        if let counter = name.counter, own == comparable(name.stem + "(\(counter))") { return true }
        return name.plain.utf16.count >= 46 && own.hasPrefix(stem)
    }
}
