import OutputText

/// Why a photo could not be read at all. Damage that leaves something readable is no error but a
/// finding of the record.
public struct PhotoReadError: SpokenError, Hashable, Sendable {
    /// The kind of an error: an open vocabulary of stable words.
    public struct Code: Hashable, Sendable, RawRepresentable {
        /// The word.
        public var rawValue: String
        /// Takes any word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// There is no such file.
        public static let notFound = Self(rawValue: "not-found")
        /// The file may not be opened or read.
        public static let unreadable = Self(rawValue: "unreadable")
        /// The disk or the system failed: what the file holds is unknown for now.
        public static let inputOutput = Self(rawValue: "input-output")
        /// It is a folder.
        public static let isDirectory = Self(rawValue: "is-directory")
        /// The file has no bytes.
        public static let empty = Self(rawValue: "empty")
        /// Its first bytes are those of no photo format that is known here.
        public static let notAPhoto = Self(rawValue: "not-a-photo")
    }

    /// The kind of error; two errors of one code are equal in kind.
    public let code: Code
    /// The input's path; `-` for bytes in memory.
    public let path: String
    /// One line for a person, which names the input.
    public let message: String

    /// An error of a kind, at an input, in a sentence.
    public init(_ code: Code, path: String, message: String) {
        self.code = code
        self.path = path
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
