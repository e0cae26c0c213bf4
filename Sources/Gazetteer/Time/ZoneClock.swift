import PhotoRecords

/// What the clocks of one time zone showed when: its transitions, and the rule that goes on
/// after the last of them.
struct ZoneClock: Sendable, Equatable {
    /// Seconds since 1970 in UTC at which the offset changes, ascending.
    var transitions: [Int]
    /// Seconds east of UTC from each transition on.
    var offsets: [Int]
    /// The offset before the first transition.
    var first: Int
    /// What holds after the last transition; nil where its offset stays.
    var rule: ZoneRule?

    /// The offset at a moment, in seconds east of UTC.
    func offset(at moment: Int) -> Int {
        guard let last = transitions.last else { return rule?.offset(at: moment) ?? first }
        if moment >= last, let rule { return rule.offset(at: moment) }
        var (lower, upper) = (0, transitions.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if transitions[middle] <= moment { lower = middle + 1 } else { upper = middle }
        }
        return lower == 0 ? first : offsets[lower - 1]
    }

    /// The offset when the clocks showed a reading, given in seconds since 1970 of that clock.
    ///
    /// A reading that was shown twice is taken for the first time; one that was left out gets
    /// the offset from before (as RFC 5545 §3.3.5 has it, and `fold=0` in Python).
    func offset(local: Int) -> (seconds: Int, clock: DerivedValues.Clock) {
        // No offset is a day or more: of two readings a day apart one lies before any change
        // that concerns this one, and one after it.
        let before = offset(at: local - 86_400)
        let after = offset(at: local + 86_400)
        let holds = { (seconds: Int) in offset(at: local - seconds) == seconds }
        if before == after {
            if holds(before) { return (before, .plain) }
            // Two changes within two days, that took each other back.
            let between = offset(at: local - before)
            return holds(between) ? (between, .plain) : (before, .skipped)
        }
        switch (holds(before), holds(after)) {
        case (true, true): return (before, .twice)
        case (true, false): return (before, .plain)
        case (false, true): return (after, .plain)
        case (false, false):
            let between = offset(at: local - before)
            return holds(between) ? (between, .plain) : (before, .skipped)
        }
    }
}
