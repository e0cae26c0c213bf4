/// What taking the records of one message in may come to.
public struct MergeLimits: Sendable {
    /// How many values, joins and sets of fields may become proposals.
    public var proposals = Int.max
    /// How many new photos may come without a picture.
    public var withoutPicture = Int.max
    /// Asked before each record whether to give up: nothing is taken in then.
    public var shouldStop: @Sendable () -> Bool = { false }

    /// No limits.
    public init() {}
}
