import Foundation

/// Works on the items of a list with all cores, and gives the results out in the list's order:
/// what follows one on the other need not wait for work that does not.
///
/// Only so many results wait as there is room for, so that memory stays flat however long the list
/// is. It works on threads of its own, which end with it: the work may block.
final class LookAhead<Item: Sendable, Result: Sendable>: @unchecked Sendable {
    private let items: [Item]
    private let weight: @Sendable (Result) -> Int
    private let work: @Sendable (Item) -> Result
    // All below is looked at and changed with the condition locked.
    private let condition = NSCondition()
    private var results: [Int: Result] = [:]
    /// The weight of the results that wait.
    private var waiting = 0
    private var started = 0
    private var given = 0
    private var isStopped = false

    /// How many items' results wait at most, those being worked on among them.
    private static var room: Int { 256 }
    /// How many items a thread takes at once: a lock for each would cost more than a small mail.
    private static var atOnce: Int { 16 }

    /// What the results that wait weigh at most, but for those being worked on.
    private let mostWaiting: Int

    /// Begins to work.
    ///
    /// - Parameters:
    ///   - mostWaiting: What the results may weigh that wait: no more work is begun beyond.
    ///   - weight: What a result weighs.
    init(
        _ items: [Item], cores: Int = ProcessInfo.processInfo.activeProcessorCount,
        mostWaiting: Int = .max, weight: @escaping @Sendable (Result) -> Int = { _ in 0 },
        work: @escaping @Sendable (Item) -> Result
    ) {
        self.items = items
        self.weight = weight
        self.work = work
        self.mostWaiting = mostWaiting
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
            while results[given] == nil, !isStopped { condition.wait() }
            if isStopped { return nil }
            let result = results.removeValue(forKey: given)
            let wasFull = waiting >= mostWaiting
            waiting -= result.map(weight) ?? 0
            // Whoever waits for room is woken once there is some worth waking for.
            if started - given == Self.room / 2 || wasFull && waiting < mostWaiting {
                condition.broadcast()
            }
            given += 1
            return result
        }
    }

    /// Ends the work; each thread finishes the item that it is at.
    func stop() {
        locked {
            isStopped = true
            condition.broadcast()
        }
    }

    private func run() {
        while let range = nextRange() {
            var made: [Result] = []
            for index in range {
                if locked({ isStopped }) { break }
                made.append(work(items[index]))
            }
            locked {
                let isWanted = results[given] == nil
                for (index, result) in zip(range, made) {
                    results[index] = result
                    waiting += weight(result)
                }
                if isWanted, results[given] != nil { condition.broadcast() }
            }
        }
    }

    private func nextRange() -> Range<Int>? {
        locked {
            while !isStopped, started < items.count,
                started - given >= Self.room || waiting >= mostWaiting
            {
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
