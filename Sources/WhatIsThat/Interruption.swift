import Synchronization

/// Says whether a person asked the program to stop (Ctrl-C); long work looks at it between
/// items and ends at a consistent state.
public final class Interruption: Sendable {
    private let flag = Atomic<Bool>(false)

    /// Not asked yet.
    public init() {}

    /// Whether to stop.
    public var isRequested: Bool { flag.load(ordering: .relaxed) }

    /// Asks to stop.
    public func request() { flag.store(true, ordering: .relaxed) }
}
