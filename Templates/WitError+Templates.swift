import OutputText

/// Why a template cannot be used.
extension WitError.Code {
    /// The folder of a person's own templates is not there.
    public static let noTemplateFolder: Self = "no-template-folder"
    /// No folder of templates was found at all.
    public static let noTemplates: Self = "no-templates"
    /// There are no templates in this language.
    public static let unknownLanguage: Self = "unknown-language"
    /// There is no template of this identifier.
    public static let unknownTemplate: Self = "unknown-template"
    /// A template file cannot be read or parsed, or writes a value without escaping it.
    public static let badTemplate: Self = "bad-template"
    /// The words of a language cannot be read.
    public static let badWords: Self = "bad-words"
}
