@testable import WhatIsThat

/// Runs what is timed on threads of its own: other tests hold the few that tasks share, and waiting for one of
/// those is no part of what is timed.
func onOwnThreads<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await Task(executorPreference: BlockingThreads.shared, operation: body).value
}
