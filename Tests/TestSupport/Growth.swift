/// How the cost of work grows with its size: by instructions where the processor counts them for this
/// thread, else by the thread's processor time.
public enum Growth {
    /// Seconds of processor time that work takes on this thread.
    public static func seconds(_ work: () throws -> Void) rethrows -> Double {
        guard let meter = WorkMeter(.nanoseconds) else { return .infinity }
        return Double(try meter.cost(work)) / 1e9
    }

    /// Whether work of four times the size costs less than ten times as much: what grows with the
    /// square costs sixteen times.
    ///
    /// - Parameter size: One at which work that grows with the square costs far more than `least`.
    public static func isLinear(from size: Int, _ work: (Int) throws -> Void) rethrows -> Bool {
        try isLinear(from: size, to: 4 * size, below: 10, work)
    }

    /// Whether work of a larger size costs less than a factor of what it does of a smaller one. Work
    /// that costs no more than `least` is taken to be linear.
    ///
    /// - Parameters:
    ///   - factor: Well above what the sizes are to each other, and well below the square of that.
    ///   - units: What it is counted in: the first that this machine counts.
    public static func isLinear(
        from small: Int, to large: Int, below factor: Int64,
        by units: [WorkMeter.Unit] = WorkMeter.Unit.allCases, _ work: (Int) throws -> Void
    ) rethrows -> Bool {
        for unit in units {
            guard let meter = WorkMeter(unit) else { continue }
            // Other tests take the processor's caches from this one: the best times of some rounds
            // count. Instructions are the same each time, but for what is done only once.
            var (few, many) = (Int64.max, Int64.max)
            for _ in 0..<(unit == .instructions ? 2 : 8) {
                try work(small / 4)
                few = min(few, try meter.cost { try work(small) })
                many = min(many, try meter.cost { try work(large) })
                if many < least || many / factor < few { return true }
            }
            return false
        }
        return false
    }

    /// Some hundredths of a second, in either unit.
    private static let least: Int64 = 20_000_000
}
