import Synchronization

/// Whether the task that a use case runs in was cancelled, for the threads that work for it without being
/// its task.
final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    /// Not asked to stop.
    init() {}

    /// Whether to stop.
    var isRequested: Bool { flag.load(ordering: .relaxed) }

    /// Asks to stop.
    func request() { flag.store(true, ordering: .relaxed) }
}
