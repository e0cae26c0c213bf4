import Dispatch
import Foundation
import WhatIsThat

/// Turns Ctrl-C (SIGINT) and SIGTERM into the cancellation of a task: the work ends at a sound state. A
/// second Ctrl-C ends the process at once.
final class CtrlC {
    private let interruption = Interruption()
    private let sources: [any DispatchSourceSignal]
    /// Whether nobody is to end the process any more.
    private let isGone: Interruption

    /// How long work on what strangers sent may go on once it was asked to stop, in seconds.
    private static let patience = 0.8

    /// Listens until this object goes.
    ///
    /// - Parameters:
    ///   - words: for work that may be in the midst of anything, such as a library's reading
    ///     of what a stranger sent: the process ends soon anyhow, with these words. Nothing is hurt by
    ///     that: the catalog and pictures are written so that they bear it at any moment. Nil where
    ///     the work is to be waited for.
    ///   - onRequest: done once it is asked to stop.
    init(
        endingAnyhow words: (@Sendable () -> String?)? = nil, isGone: Interruption = Interruption(),
        onRequest: @escaping @Sendable () -> Void = {}
    ) {
        let interruption = interruption
        self.isGone = isGone
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // While other threads are at work, nothing that `exit` would tidy up may be touched.
                if interruption.isRequested { _exit(128 + number) }
                interruption.request()
                onRequest()
                guard let words else { return }
                DispatchQueue.global(qos: .userInteractive)
                    .asyncAfter(deadline: .now() + Self.patience) {
                        if !isGone.isRequested, let words = words() { Self.leave(words) }
                    }
            }
            source.resume()
            return source
        }
    }

    /// Runs work in a task that Ctrl-C and SIGTERM cancel.
    ///
    /// - Parameter words: as in `init`.
    /// - Throws: What the work throws.
    static func cancels<Result: Sendable>(
        endingAnyhow words: (@Sendable () -> String?)? = nil,
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await cancels(endingAnyhow: words) { _ in try await work() }
    }

    /// Runs work in a task that Ctrl-C and SIGTERM cancel.
    ///
    /// - Parameter work: gets what it calls once it is to be waited for, though it is asked to stop.
    /// - Throws: What the work throws.
    static func cancels<Result: Sendable>(
        endingAnyhow words: (@Sendable () -> String?)? = nil,
        _ work:
            @escaping @Sendable (_ waitForWork: @escaping @Sendable () -> Void) async throws ->
            Result
    ) async throws -> Result {
        let isGone = Interruption()
        let task = Task { try await work { isGone.request() } }
        let ctrlC = CtrlC(endingAnyhow: words, isGone: isGone) { task.cancel() }
        defer { withExtendedLifetime(ctrlC) {} }
        return try await task.value
    }

    /// Ends the process while other threads are at work.
    private static func leave(_ words: String) -> Never {
        Output.lastWord(words)
        _exit(130)
    }

    deinit {
        isGone.request()
        for source in sources { source.cancel() }
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }
}
