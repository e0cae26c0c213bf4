import Foundation

/// How the cost of work grows with its size.
public enum Growth {
    /// Seconds of processor time that work takes on this thread.
    public static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let start = now
        try work()
        return now - start
    }

    /// Whether work of four times the size takes less than ten times as long: what grows with the
    /// square takes sixteen times. Work that takes no tenth of a second is taken to be linear.
    ///
    /// - Parameter size: One at which work that grows with the square takes a tenth of a second.
    public static func isLinear(
        from size: Int, _ work: (Int) throws -> Void
    ) rethrows -> Bool {
        // Other tests take the processor's caches from this one: the best times of some rounds count.
        var (small, large) = (Double.infinity, Double.infinity)
        for _ in 0..<8 {
            _ = try seconds { try work(size / 4) }
            small = min(small, try seconds { try work(size) })
            large = min(large, try seconds { try work(4 * size) })
            if large < 0.1 || large < 10 * small { return true }
        }
        return false
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
