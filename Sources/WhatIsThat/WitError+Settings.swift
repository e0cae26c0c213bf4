import OutputText

extension WitError.Code {
    /// A setting, or the file of them, cannot be used.
    public static let settings: Self = "settings"
}

extension WitError {
    /// What is wrong with a setting, in a sentence.
    static func settings(_ message: String) -> WitError {
        WitError(.settings, about: .setting(""), message)
    }
}
