import Pictures

/// How much is taken from the channels of one message (“Limits and budgets”).
public struct ShareLimits: Hashable, Sendable {
    /// What a payload may measure.
    public var payload = SharePayload.Limits()
    /// Bytes that one import code may have after decompression.
    public var importCodeBytes = ImportCode.maximumBytes
    /// Pixels of a picture that is looked at; one with more is kept, but not decoded.
    public var pixels = PictureLimits.standard.pixels
    /// What the whole message may cost.
    public var budget = MessageBudget()

    /// The standard limits.
    public init() {}
}
