import OutputText

/// Why a picture could not be read or rendered.
///
/// Two errors are equal if their codes are: the wording may change, the code does not.
public struct PictureError: SpokenError, Hashable, Sendable {
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
        /// Decoding the picture takes more memory than there is for it.
        public static let tooMuchMemory = Self(rawValue: "picture-memory")
        /// Decoding the picture takes longer than there is time for one of its size.
        public static let tooMuchTime = Self(rawValue: "picture-time")
        /// The process that decoded the picture ended, or answered what makes no sense.
        public static let decoderEnded = Self(rawValue: "decoder-ended")
        /// The picture was read but could not be written.
        public static let cannotWrite = Self(rawValue: "picture-not-written")
        /// The process that decodes pictures cannot be started; the next time it may.
        public static let decoderNotStarted = Self(rawValue: "decoder-not-started")
        /// The disk or the system failed: what the file holds is unknown for now.
        public static let inputOutput = Self(rawValue: "input-output")
        /// Decoding was not begun, or was ended, because what watches it said so.
        public static let stopped = Self(rawValue: "decoding-stopped")
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

    /// Whether it tells of what this machine or its limits let be decoded, not of a picture that
    /// nobody could decode.
    public var isOfDecoder: Bool {
        [.unavailable, .decoderNotStarted, .decoderEnded, .tooMuchMemory, .tooMuchTime]
            .contains(code)
    }

    /// The sentence.
    public var description: String { message }

    /// Whether both are of one code.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
