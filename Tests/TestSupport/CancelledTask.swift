import Synchronization

/// A task that is cancelled in the middle of its work.
public struct CancelledTask<Result: Sendable>: Sendable {
    /// What it came to.
    public let result: Result
    /// How long it went on after it was cancelled.
    public let delay: Duration

    /// Runs work, and cancels it.
    ///
    /// - Parameter work: gets a function to call where it is to be cancelled.
    public init(
        _ work:
            @escaping @Sendable (_ cancel: @escaping @Sendable () -> Void) async throws -> Result
    ) async throws {
        let (moments, moment) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        let task = Task {
            defer { moment.finish() }
            return try await work { moment.yield(.now) }
        }
        var begin: ContinuousClock.Instant?
        for await instant in moments {
            begin = instant
            task.cancel()
            break
        }
        result = try await task.value
        delay = begin.map { .now - $0 } ?? .zero
        guard begin != nil else { throw NeverCancelled() }
    }

    /// The work came to its end before it said that it is to be cancelled.
    public struct NeverCancelled: Error {}
}
