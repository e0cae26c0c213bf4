import OutputText

extension WitError.Code {
    /// It is a folder.
    public static let isDirectory: Self = "is-directory"
    /// The file has no bytes.
    public static let empty: Self = "empty"
    /// Its first bytes are those of no photo format that is known here.
    public static let notAPhoto: Self = "not-a-photo"
}

extension WitError {
    /// An error of a kind, at an input, in a sentence.
    ///
    /// - Parameter path: the input's path; `-` for bytes in memory.
    init(_ code: Code, path: String, message: String) {
        self.init(code, about: .file(path), message)
    }
}
