/// What one message may cost. Past it, what was read stays, and a finding names the budget.
///
/// The budgets are no limits of what a person sends: they lie far above what any mail of photos
/// needs, and far below what a mail made to keep the program busy would take.
public struct MessageBudget: Hashable, Sendable {
    /// Seconds of processor time, that of the processes which decode pictures among it; on top of
    /// it come 2 seconds for each million octets of the message.
    public var seconds = 30
    /// Pixels that are decoded beyond 64 for each octet of their picture. Photos have fewer than 64
    /// an octet, however strongly they are compressed.
    public var pixels = 100_000_000
    /// Photos that all channels together tell of.
    public var records = 10_000
    /// Values, joins and fields that become proposals.
    public var proposals = 10_000
    /// New photos that come without their picture.
    public var withoutPicture = 1_000

    /// The budgets of every mail, if nothing else was set.
    public init() {}
}
