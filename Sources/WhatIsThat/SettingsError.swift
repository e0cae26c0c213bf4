import OutputText

/// What is wrong with a setting: the sentence names the file, where there is one, and the key.
public typealias SettingsError = WitError

extension WitError.Code {
    /// A setting, or the file of them, cannot be used.
    public static let settings: Self = "settings"
}

extension WitError {
    /// What is wrong with a setting, in a sentence.
    init(_ message: String) { self.init(.settings, about: .setting(""), message) }
}
