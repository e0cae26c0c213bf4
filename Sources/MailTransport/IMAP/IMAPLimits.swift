/// How much a server may say. What is over a limit of a line or literal ends the connection; what
/// is over one of values is left out, and the response says so.
struct IMAPLimits: Hashable, Sendable {
    /// Bytes of one response, without literals that were taken as they came.
    var responseBytes = 64 << 20
    /// Bytes of a literal that is kept in memory.
    var literalBytes = 1 << 20
    /// About the bytes of memory that one response's values take.
    var valueBytes = 32 << 20
    /// Lists within lists.
    var depth = 200
    /// Lines that are no response at all, which are passed over.
    var strangeLines = 100

    /// Responses to one command.
    var responses = 2_000_000
    /// How long one command may take, in seconds, but for a message that flows.
    var commandSeconds = 30.0 * 60

    /// About the bytes of memory that what is said of several messages' parts takes at once; of
    /// those beyond it nothing is kept but their sizes.
    var summaryBytes = 32 << 20

    /// The usual limits.
    static let standard = IMAPLimits()
}
