import Synchronization

@_silgen_name("__sanitizer_install_malloc_and_free_hooks")
private func installHooks(
    _ allocated: @convention(c) (UnsafeRawPointer?, Int) -> Void,
    _ freed: @convention(c) (UnsafeRawPointer?) -> Void
) -> Int32

@_silgen_name("__sanitizer_get_allocated_size")
private func allocatedSize(_ pointer: UnsafeRawPointer?) -> Int

private let live = Atomic<Int>(0)
private let peak = Atomic<Int>(0)

/// What the heap holds, counted at each allocation that the address sanitizer sees: exact, and
/// without the sanitizer's own memory, which would be several times as much.
enum HeapMeter {
    /// Begins to count; once in a process.
    static func install() {
        let outcome = installHooks(
            { _, size in
                let now = live.add(size, ordering: .relaxed).newValue
                if now > peak.load(ordering: .relaxed) { peak.store(now, ordering: .relaxed) }
            },
            { pointer in
                _ = live.subtract(allocatedSize(pointer), ordering: .relaxed)
            })
        precondition(outcome > 0, "The sanitizer takes no hook.")
    }

    /// What the heap holds of what was allocated since the count began.
    static var bytes: Int { live.load(ordering: .relaxed) }

    /// The most bytes that the heap held at once during some work, beyond those before it.
    static func mostBytes(during work: () -> Void) -> Int {
        let before = live.load(ordering: .relaxed)
        peak.store(before, ordering: .relaxed)
        work()
        return peak.load(ordering: .relaxed) - before
    }
}
