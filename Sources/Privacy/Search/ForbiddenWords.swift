import Files
import PhotoRecords

/// The names and words that a message may not hold: places that are kept at home, what was left out,
/// the names of the files that photos were made from.
///
/// A word counts where it cannot have come from anything else: not if it stands in what a person
/// wrote and sends (that is pointed out instead), in the record as it leaves, or in the template.
package struct ForbiddenWords: Sendable {
    /// What a word tells.
    enum Kind: Hashable, Sendable {
        case place, file
        case group(FieldGroup)
        /// Of what no file of a photo says any more.
        case heldBack(FieldGroup)

        /// In words for the sender.
        var words: String {
            switch self {
            case .place: "the name of a place"
            case .file: "the name of a photo's file"
            case .group(let group): group.rawValue
            case .heldBack(let group): "\(group.rawValue) that no file has any more"
            }
        }

        /// What the sender may do.
        var advice: String {
            switch self {
            case .place: "Remove it from your template, or send the location."
            case .file: "Remove it from your template, or rename the file."
            case .group(let group):
                "Remove it from your template, or send \(group.rawValue) too."
            case .heldBack:
                "Remove it from your template, or decide first whether it was removed on purpose."
            }
        }
    }

    /// A word, and what it tells.
    struct Word: Hashable, Sendable {
        var word: String
        var kind: Kind
    }

    private let words: WordSearch<Word>

    /// - Parameters:
    ///   - photos: all that were made ready, those of other mails too.
    ///   - stripped: the groups of fields that were to be left out.
    ///   - fileName: how a word is spelled in a file's name.
    package init(
        _ photos: [LeakSearch.Photo], _ stripped: Set<FieldGroup>, fileName: (String) -> String
    ) {
        var words: [(name: String, value: Word)] = []
        func forbid(_ word: String, _ kind: Kind) {
            let spellings = kind == .file ? [word] : [word, fileName(word)]
            for spelling in Set(spellings)
            where spelling == word || spelling.count >= 4 {
                words.append((spelling, Word(word: word, kind: kind)))
            }
        }
        for photo in photos where !photo.redacted.isWhole {
            if photo.redacted.grade != .exact {
                for word in FieldGroup.place.words(of: photo.original) { forbid(word, .place) }
            }
            for group in stripped {
                for word in group.words(of: photo.original) { forbid(word, .group(group)) }
            }
            for removal in photo.redacted.heldBack {
                let part = removal.part(of: photo.original)
                for group in FieldGroup.allCases {
                    for word in group.words(of: part) { forbid(word, .heldBack(group)) }
                }
            }
            // Shorter ones are counts, or words of any text.
            let stem = photo.original.file.map(FileSystem.stem(of:)) ?? ""
            if stem.count >= 5, !stem.allSatisfy(\.isNumber) { forbid(stem, .file) }
        }
        self.words = WordSearch(words)
    }

    /// The first of the words that a text holds as a whole word, whatever its case and accents.
    ///
    /// - Parameter isKnown: whether a word is known from elsewhere, by its number (``numbers(in:)``).
    func first(in text: LeavingText, unless isKnown: (Int) -> Bool) -> Word? {
        words.first(
            in: text.words ?? text.text, least: text.isPicture ? 4 : 1, unless: isKnown)
    }

    /// The numbers of the words that a text holds.
    func numbers(in text: String) -> Set<Int> { words.numbers(in: text) }
}
