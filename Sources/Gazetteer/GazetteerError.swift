import OutputText

/// Why the file of places cannot be used: a stable code, and one line for a person that names
/// the file.
public struct GazetteerError: SpokenError, Sendable, Hashable {
    /// What went wrong, as a stable word.
    public enum Code: String, Sendable {
        /// There is no such file, or it cannot be read.
        case unreadable
        /// The file is no file of places.
        case notPlaces = "not-places"
        /// A newer version of the program wrote the file.
        case newerVersion = "newer-version"
        /// The file is cut short, or its parts do not fit one another.
        case damaged
    }

    /// What went wrong.
    public var code: Code
    /// One sentence for a person.
    public var message: String

    /// The sentence.
    public var description: String { message }
}
