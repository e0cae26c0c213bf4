import OutputText

/// Why metadata could not be written into a picture.
public struct PhotoWriteError: SpokenError, Hashable, Sendable {
    /// The kind of an error: an open vocabulary of stable words.
    public struct Code: Hashable, Sendable, RawRepresentable {
        /// The word.
        public var rawValue: String
        /// Takes any word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The bytes are no JPEG.
        public static let notAJPEG = Self(rawValue: "not-a-jpeg")
        /// The JPEG holds no picture, or its segments lead nowhere.
        public static let damaged = Self(rawValue: "damaged-jpeg")
        /// A part of the picture is not understood, so that it cannot be told from anything else.
        public static let notUnderstood = Self(rawValue: "not-understood")
        /// The record is larger than metadata can be.
        public static let tooLarge = Self(rawValue: "metadata-too-large")
        /// Metadata can't be written into files of this format.
        public static let unsupportedFormat = Self(rawValue: "unsupported-format")
        /// The file can't be read.
        public static let unreadable = Self(rawValue: "unreadable")
        /// libexif had no memory.
        public static let outOfMemory = Self(rawValue: "out-of-memory")
    }

    /// The kind of error.
    public let code: Code
    /// One line for a person.
    public let message: String

    /// An error of a kind, in a sentence.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
