import Synchronization

/// Spots that are known from the start, one after the other.
public final class SpotList: Sendable {
    private let rest: Mutex<ArraySlice<Spot>>

    /// The spots in their order.
    public init(_ spots: [Spot]) { rest = Mutex(spots[...]) }

    /// The next one; nil at the end.
    public func next() -> Spot? { rest.withLock { $0.popFirst() } }
}
