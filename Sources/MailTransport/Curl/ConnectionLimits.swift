/// How long a server may take, in seconds.
public struct ConnectionLimits: Hashable, Sendable {
    /// To be reached, TLS included.
    public var connect = 30
    /// To say or take anything at all.
    public var quiet = 120
    /// To answer after a whole message was handed to it: RFC 5321 §4.5.3.2.6 asks for 10 minutes,
    /// for a message that is given up too early may go out all the same.
    public var acceptance = 600

    /// The usual limits.
    public init() {}
}
