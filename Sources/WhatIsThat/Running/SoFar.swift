import Synchronization

/// What a use case has done so far: its report, where it ends before its time.
final class SoFar<Value: Sendable>: Sendable {
    private let held: Mutex<Value>

    /// Begins with a value.
    init(_ value: Value) { held = Mutex(value) }

    /// The value by now.
    var value: Value { held.withLock { $0 } }

    /// Changes the value.
    func update(_ change: (inout Value) -> Void) { held.withLock { change(&$0) } }
}
