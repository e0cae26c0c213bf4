/// A piece of a reply by one writer.
public struct ReplyPassage: Sendable, Hashable {
    /// Whose words they are.
    public enum Origin: Sendable, Hashable {
        /// The new words of the reply's writer.
        case written
        /// Earlier words that a new passage answers, with their quote marks.
        case quoted
        /// Earlier words that were sent on without a new one.
        case forwarded
    }

    /// Whose words they are.
    public let origin: Origin
    /// The words: lines that end with LF, without empty ones at both ends.
    public let text: String
}
