import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For a test of how soon something ends: it says something of the program only where no other test
    /// runs beside it. `make test` runs these in a second run, one after the other, with `WIT_ALONE` set.
    public static var alone: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["WIT_ALONE"] != nil,
            "runs by itself, with WIT_ALONE=1")
    }
}
