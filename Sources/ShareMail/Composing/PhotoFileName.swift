import Files
import Foundation
import PhotoRecords

/// File names for the photos of a message: from what a photo shows, in characters that every
/// system takes, each once.
public struct PhotoFileName: Sendable {
    /// The longest name, in characters, with its extension: a preview's name, eight longer, still
    /// fits a header line as it stands, without encoding.
    public static let maximumLength = 50
    private var names = NumberedNames()

    /// No name given out yet.
    public init() {}

    /// A name that was not given out before: the photo's name, else its file's, else `photo`.
    public mutating func next(for record: PhotoRecord, extension suffix: String) -> String {
        let original = record.file.map(Self.stem)
        let stem =
            [record.name, original].lazy.compactMap { $0.map(Self.safe) }
            .first { !$0.isEmpty } ?? "photo"
        let room = Self.maximumLength - suffix.count - 1
        return names.next(String(stem.prefix(room))) { number in
            let tail = "-\(number)"
            return stem.prefix(room - tail.count) + tail
        } + "." + suffix
    }

    /// A file's name without its folders and extension.
    static func stem(_ path: String) -> String {
        FileSystem.stem(of: path)
    }

    /// The text in ASCII letters, digits, `-` and `_`, transliterated where Unicode knows how.
    /// Empty where nothing of it is left; no device name of Windows; of 200 characters at most
    /// what they become.
    public static func safe(_ text: String) -> String {
        let latin =
            String(text.prefix(200))
            .applyingTransform(StringTransform("Any-Latin; Latin-ASCII"), reverse: false) ?? text
        var name = ""
        for character in latin.unicodeScalars {
            switch character {
            case "a"..."z", "A"..."Z", "0"..."9", "_": name.unicodeScalars.append(character)
            case "'", "’": continue
            default: if !name.isEmpty, !name.hasSuffix("-") { name.append("-") }
            }
        }
        while name.hasSuffix("-") { name.removeLast() }
        // Windows keeps these names for devices, with any extension.
        let isDevice =
            name.wholeMatch(of: /(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])/) != nil
        return isDevice ? "photo-" + name : name
    }
}
