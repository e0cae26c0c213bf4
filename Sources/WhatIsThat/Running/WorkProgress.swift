import OutputText

/// The progress of a use case, or the result for one of its items: all that it reports while it
/// runs.
///
/// ```swift
/// let report = try await scan.run { progress in
///     print(progress.stage.rawValue, progress.done, progress.total ?? 0)
/// }
/// ```
public struct WorkProgress: Sendable {
    /// What is being done: an open vocabulary.
    public struct Stage: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
        /// The word.
        public var rawValue: String
        /// Takes any word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Takes a literal as the word.
        public init(stringLiteral value: String) { rawValue = value }

        /// Files are looked at and read into the catalog.
        public static let scanning: Self = "scanning"
        /// Photos are prepared for sending.
        public static let composing: Self = "composing"
        /// Messages are imported.
        public static let importing: Self = "importing"
        /// Messages are fetched from a server.
        public static let fetching: Self = "fetching"
        /// Messages are handed to a server.
        public static let sending: Self = "sending"
        /// Files are compared with the catalog.
        public static let checking: Self = "checking"
        /// Perceptual hashes are computed.
        public static let hashing: Self = "hashing"
        /// Files are written.
        public static let writing: Self = "writing"
        /// Folders are watched.
        public static let watching: Self = "watching"
        /// Records are looked up.
        public static let finding: Self = "finding"
    }

    /// What happened to an item.
    public enum Event: Sendable {
        /// An item could not be done; the rest goes on.
        case failed(WitError)
        /// Something that a person should know; one sentence.
        case notice(String)
        /// An item is done, and this is its result: reported at once, so that memory stays constant
        /// however many there are.
        case item(any JSONReport)
    }

    /// What is being done.
    public var stage: Stage
    /// How many items are done.
    public var done: Int
    /// How many there are, as far as is known by now; nil where nobody knows.
    public var total: Int?
    /// What happened to an item; nil where only the count moved on.
    public var event: Event?

    /// How far a stage is.
    public init(_ stage: Stage, done: Int = 0, of total: Int? = nil, event: Event? = nil) {
        self.stage = stage
        self.done = done
        self.total = total
        self.event = event
    }
}

/// Takes what a use case tells, one after the other, on whatever thread works; it must not wait for long.
public typealias ProgressHandler = @Sendable (WorkProgress) -> Void
