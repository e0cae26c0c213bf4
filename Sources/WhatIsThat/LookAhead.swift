import Foundation

/// Works on the items of a list with all cores, and gives the results out in the list's order:
/// what follows one on the other need not wait for work that does not.
///
/// Only so many results wait as there is room for, so that memory stays flat however long the list
/// is. It works on threads of its own, which end with it: the work may block.
final class LookAhead<Item: Sendable, Result: Sendable>: @unchecked Sendable {
    private let items: [Item]
    private let work: @Sendable (Item) -> Result
    // All below is looked at and changed with the condition locked.
    private let condition = NSCondition()
    private var results: [Int: Result] = [:]
    private var started = 0
    private var given = 0
    private var isStopped = false

    /// How many items' results wait at most, those being worked on among them.
    private static var room: Int { 256 }
    /// How many items a thread takes at once: a lock for each would cost more than a small mail.
    private static var atOnce: Int { 16 }

    /// Begins to work.
    init(
        _ items: [Item], cores: Int = ProcessInfo.processInfo.activeProcessorCount,
        work: @escaping @Sendable (Item) -> Result
    ) {
        self.items = items
        self.work = work
        for _ in 0..<min(max(1, cores), items.count) {
            let thread = Thread { [self] in run() }
            thread.name = "look ahead"
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// The next item's result; nil behind the last.
    func next() -> Result? {
        locked {
            guard given < items.count, !isStopped else { return nil }
            while results[given] == nil { condition.wait() }
            defer { given += 1 }
            // Whoever waits for room is woken once there is some worth waking for.
            if started - given == Self.room / 2 { condition.broadcast() }
            return results.removeValue(forKey: given)
        }
    }

    /// Ends the work; what has been begun is finished.
    func stop() {
        locked {
            isStopped = true
            condition.broadcast()
        }
    }

    private func run() {
        while let range = nextRange() {
            let made = range.map { work(items[$0]) }
            locked {
                let isWanted = results[given] == nil
                for (index, result) in zip(range, made) { results[index] = result }
                if isWanted, results[given] != nil { condition.broadcast() }
            }
        }
    }

    private func nextRange() -> Range<Int>? {
        locked {
            while !isStopped, started < items.count, started - given >= Self.room {
                condition.wait()
            }
            guard !isStopped, started < items.count else { return nil }
            let range = started..<min(started + Self.atOnce, items.count)
            started = range.upperBound
            return range
        }
    }

    private func locked<T>(_ body: () -> T) -> T {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }
}
