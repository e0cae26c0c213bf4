import OutputText

/// Runs work that waits for the disk, SQLite, a server or a picture decoder on threads of its own: the few
/// that tasks share must not wait.
enum BlockingWork {
    /// Runs the work, with its child tasks, on threads of its own.
    ///
    /// - Parameter body: gets a flag that says whether the task was cancelled; it looks at it between items
    ///   and ends at a sound state.
    /// - Throws: What the work throws.
    static func run<Result: Sendable>(
        _ body: @Sendable (Interruption) async throws -> Result
    ) async throws(WitError) -> Result {
        let stop = Interruption()
        let result: Swift.Result<Result, WitError> = await withTaskExecutorPreference(
            BlockingThreads.shared
        ) {
            await withTaskCancellationHandler {
                do { return .success(try await body(stop)) } catch {
                    return .failure(WitError(error))
                }
            } onCancel: {
                stop.request()
            }
        }
        return try result.get()
    }
}
