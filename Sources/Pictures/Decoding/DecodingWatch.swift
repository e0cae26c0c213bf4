/// Watches what decoding pictures costs, and may end it at any moment.
public protocol DecodingWatch: Sendable {
    /// Whether to stop now: the process that decodes is ended then.
    var isStopped: Bool { get }
    /// Seconds of processor time that decoding may still take.
    var secondsLeft: Double { get }
    /// Told how many seconds of processor time another process spent.
    func took(seconds: Double)
}
