private import CFiles
import Synchronization

/// Gives memory that is free again back to the system, now and then.
///
/// The C library keeps what many small values took, however much that was: a process that read
/// large inputs one after the other would stay as large as what was free between them.
public final class FreeMemory: Sendable {
    private let read = Atomic(0)

    /// Giving it back takes about a millisecond, so that it is done after so many octets that were
    /// read, or after what took so many seconds.
    private static let often = (octets: 8 << 20, seconds: 0.2)

    /// One that has counted nothing.
    public init() {}

    /// Has the C library give large blocks back as soon as they are free, for the whole process.
    public static func giveBackLargeBlocks() { witKeepThresholds() }

    /// Counts what was read, and gives memory back where it is time.
    ///
    /// - Parameters:
    ///   - octets: The size of what was read and is let go of.
    ///   - seconds: How long that took.
    public func counted(octets: Int, seconds: Double) {
        let sum = read.add(octets, ordering: .relaxed).newValue
        guard sum >= Self.often.octets || seconds >= Self.often.seconds else { return }
        read.store(0, ordering: .relaxed)
        witGiveBackMemory()
    }
}
