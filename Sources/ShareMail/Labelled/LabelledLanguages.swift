import Foundation
import MailTemplates
import PhotoRecords

/// The labels of the readable block in several languages, for finding them in a text.
struct LabelledLanguages: Sendable {
    /// What a label may stand for.
    struct Meaning: Hashable, Sendable {
        /// The language's name.
        var language: String
        /// The label's key in the language's words.
        var field: String
    }

    /// The words of each language, by its name.
    let words: [String: TemplateWords]
    private let meanings: [[UInt8]: [Meaning]]
    private let ends: [(label: String, length: Int)]
    /// The longest label in octets.
    let longest: Int

    /// The languages of our own templates.
    static let shipped = LabelledLanguages(TemplateLibrary().words)

    /// Languages by their words.
    init(_ words: [String: TemplateWords]) {
        self.words = words
        var meanings: [[UInt8]: [Meaning]] = [:]
        for (language, words) in words.sorted(by: { $0.key < $1.key }) {
            for (field, label) in words.labels.sorted(by: { $0.key < $1.key }) {
                let meaning = Meaning(language: language, field: field)
                for spelling in Self.spellings(label) {
                    meanings[Array(spelling.utf8), default: []].append(meaning)
                }
            }
        }
        self.meanings = meanings
        ends = Set(words.values.flatMap(\.labels.values)).union(Self.mailHeaders).sorted()
            .map { ($0.lowercased(), $0.count) }
        longest = meanings.keys.map(\.count).max() ?? 0
    }

    /// These languages and one more.
    func adding(_ words: TemplateWords, language: String) -> LabelledLanguages {
        self.words[language] == words
            ? self : LabelledLanguages(self.words.merging([language: words]) { $1 })
    }

    /// What a label means; the octets in lower case, blanks single.
    func meanings(of label: [UInt8]) -> [Meaning]? { meanings[label] }

    /// What a mail's header has besides the date, in the languages of mail programs: where a line
    /// begins so, a forwarded mail begins.
    static let mailHeaders = [
        "from", "to", "cc", "subject", "sent", "reply-to", "von", "an", "betreff", "gesendet",
        "antwort an", "de", "à", "À", "a", "objet", "sujet", "envoyé", "asunto", "para", "enviado",
        "enviado el", "pour",
    ]

    /// Whether a text ends with what would be taken for a label, or for a mail's header, were a
    /// colon to follow.
    func endsWithLabel(_ text: String) -> Bool {
        let end = String(text.suffix(40)).lowercased()
        let trimmed = LabelledValue.trimmed(end)
        return ends.contains { label, length in
            trimmed.hasSuffix(label)
                && trimmed.dropLast(length).last.map { !$0.isLetter && !$0.isNumber } ?? true
        }
    }

    /// A label in lower case as mail programs may leave it: composed or decomposed, its accents
    /// gone or turned into `?`.
    private static func spellings(_ label: String) -> Set<String> {
        let label = label.lowercased()
        let lost = String(
            String.UnicodeScalarView(label.unicodeScalars.map { $0.isASCII ? $0 : "?" }))
        return [
            label, label.precomposedStringWithCanonicalMapping,
            label.decomposedStringWithCanonicalMapping, lost,
            Folding.folded(label),
        ]
    }
}
