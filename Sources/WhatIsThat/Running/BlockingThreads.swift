import Foundation

/// Threads that tasks may block: as many as there are jobs at a time, each of which ends after it had nothing
/// to do for some seconds.
final class BlockingThreads: TaskExecutor, @unchecked Sendable {
    /// Those of the program.
    static let shared = BlockingThreads()

    /// How long, in seconds, a thread waits for another job.
    private static let patience = 5.0

    // All below is looked at and changed with the condition locked.
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var idle = 0

    /// Runs a job on a thread that is idle, or on a new one.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        defer { condition.unlock() }
        jobs.append(job)
        if jobs.count <= idle {
            condition.signal()
            return
        }
        let thread = Thread { [self] in work() }
        thread.name = "blocking work"
        // Swift's own default for the main thread; the system's may be less on macOS.
        thread.stackSize = 8 << 20
        thread.start()
    }

    private func work() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// The next job; nil where none comes for some time.
    private func next() -> UnownedJob? {
        condition.lock()
        defer { condition.unlock() }
        idle += 1
        defer { idle -= 1 }
        let end = Date(timeIntervalSinceNow: Self.patience)
        while jobs.isEmpty {
            if !condition.wait(until: end), jobs.isEmpty { return nil }
        }
        return jobs.removeFirst()
    }
}
