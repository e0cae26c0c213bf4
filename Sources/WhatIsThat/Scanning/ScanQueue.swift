import Synchronization

/// The files that a survey found and nobody reads yet, in the order they were found.
///
/// The survey puts them in and the readers take them out at the same time.
final class ScanQueue: Sendable {
    private struct State: Sendable {
        var files: [ScanSurvey.File] = []
        var first = 0
        var total = 0
    }

    private let state = Mutex(State())

    /// How many were ever added.
    var total: Int { state.withLock { $0.total } }

    /// How many wait.
    var count: Int { state.withLock { $0.files.count - $0.first } }

    /// Puts files at the end.
    func add(_ files: [ScanSurvey.File]) {
        state.withLock { state in
            state.files.append(contentsOf: files)
            state.total += files.count
        }
    }

    /// Takes so many files from the front, or all that there are.
    func take(_ wanted: Int) -> [ScanSurvey.File] {
        state.withLock { state in
            let end = min(state.first + wanted, state.files.count)
            let taken = Array(state.files[state.first..<end])
            state.first = end
            // What was taken leaves the array when it is the greater part of it.
            if end > state.files.count - end {
                state.files.removeFirst(end)
                state.first = 0
            }
            return taken
        }
    }

    /// Drops the files that wait.
    func removeAll() {
        state.withLock { state in
            state.files.removeAll()
            state.first = 0
        }
    }
}
