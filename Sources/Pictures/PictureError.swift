/// Why a picture could not be read or rendered.
///
/// Two errors are equal if their codes are: the wording may change, the code does not.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stable code of a kind of failure: an open vocabulary.
    public struct Code: Hashable, Sendable, RawRepresentable {
        /// The code as it stands in JSON.
        public var rawValue: String
        /// Takes any text as a code.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// No bytes at all.
        public static let empty = Self(rawValue: "picture-empty")
        /// The bytes are of no format that is read here.
        public static let notAPicture = Self(rawValue: "not-a-picture")
        /// The format is known, but its bytes could not be decoded.
        public static let damaged = Self(rawValue: "picture-damaged")
        /// The picture has more pixels than the limit allows.
        public static let tooManyPixels = Self(rawValue: "picture-too-large")
        /// The picture was read but could not be written.
        public static let cannotWrite = Self(rawValue: "picture-not-written")
        /// The picture library of this machine does not start or lacks the format.
        public static let unavailable = Self(rawValue: "picture-library-unavailable")
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for a person, on one line. It does not name the file: the caller knows it.
    public var message: String

    /// An error of a code, in a sentence.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    public var description: String { message }

    /// Whether both are of one code.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
