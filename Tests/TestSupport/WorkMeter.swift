private import CInstructions
import Foundation

/// Measures what the thread that made it does, whatever else the machine is busy with.
public struct WorkMeter: ~Copyable {
    /// What is counted.
    public enum Unit: CaseIterable, Sendable {
        /// Instructions outside of the kernel, which the processor counts: nearly the same each time.
        case instructions
        /// Nanoseconds of the thread's processor time: more where others take its caches.
        case nanoseconds
    }

    /// What is counted.
    public let unit: Unit
    private let counter: Int32

    /// Counts in the unit given; nil where the kernel or the processor refuses.
    public init?(_ unit: Unit) {
        var counter: Int32 = -1
        if unit == .instructions {
            counter = wit_instructions_open()
            guard counter >= 0 else { return nil }
            // A counter that never gets its turn stays at zero.
            guard wit_instructions_read(counter) > 0 else {
                close(counter)
                return nil
            }
        }
        self.unit = unit
        self.counter = counter
    }

    deinit { if counter >= 0 { close(counter) } }

    /// How much this thread has done, from any beginning.
    public var now: Int64 {
        if unit == .instructions { return wit_instructions_read(counter) }
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// What work costs on this thread.
    public func cost(_ work: () throws -> Void) rethrows -> Int64 {
        let start = now
        try work()
        return now - start
    }
}
