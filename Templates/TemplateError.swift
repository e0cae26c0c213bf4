import OutputText

/// Why a template cannot be used.
public struct TemplateError: SpokenError, Sendable, Hashable {
    /// What went wrong, as a stable word.
    public enum Code: String, Sendable {
        /// No folder of templates was found at all.
        case noTemplates = "no-templates"
        /// There are no templates in this language.
        case unknownLanguage = "unknown-language"
        /// There is no template of this identifier.
        case unknownTemplate = "unknown-template"
        /// A template file cannot be read or parsed, or writes a value without escaping it.
        case badTemplate = "bad-template"
        /// The words of a language cannot be read.
        case badWords = "bad-words"
    }

    /// What went wrong.
    public var code: Code
    /// One sentence for a person, with what there is to choose from.
    public var message: String

    /// The sentence.
    public var description: String { message }

    /// Whether both have the same code.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
