/// Ends the decoding of a person's own picture once somebody asks to stop; it counts no cost.
public struct DecodingStop: DecodingWatch {
    private let isAsked: @Sendable () -> Bool

    /// A watch that asks.
    public init(_ isAsked: @escaping @Sendable () -> Bool) { self.isAsked = isAsked }

    /// Whether somebody asks to stop.
    public var isStopped: Bool { isAsked() }
    /// No end.
    public var secondsLeft: Double { .infinity }
    /// Nothing is counted.
    public func took(seconds: Double) {}
}
