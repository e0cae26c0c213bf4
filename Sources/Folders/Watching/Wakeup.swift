import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Something that the system says of an open file, as poll(2) knows it.
package struct Wakeup: Sendable, Hashable {
    let descriptor: Int32
    let events: Int16

    private static let queue = DispatchQueue(label: "wit.wakeup", attributes: .concurrent)

    /// Waits until one of these comes, or so long; without holding one of the threads that
    /// other tasks need.
    static func wait(for wakeups: [Wakeup], atMost: Duration) async -> Set<Wakeup> {
        let milliseconds = max(0, min(atMost / .milliseconds(1), 60_000)).rounded(.up)
        return await withCheckedContinuation { continuation in
            queue.async {
                var waited = wakeups.map {
                    pollfd(fd: $0.descriptor, events: $0.events, revents: 0)
                }
                let count = poll(&waited, nfds_t(waited.count), Int32(milliseconds))
                let woken = zip(wakeups, waited).filter { $0.1.revents != 0 }.map(\.0)
                continuation.resume(returning: count > 0 ? Set(woken) : [])
            }
        }
    }
}
