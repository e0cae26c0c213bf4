import GRDB
import OutputText
import PhotoRecords
import Synchronization

/// The change that a scan makes of the catalog: its many transactions make it together, so that `undo` takes
/// the whole scan back.
///
/// Where another program changes the catalog in between, the rest of the scan is a change of its own: what
/// others did is not taken back with it.
public final class ScanChange: Sendable {
    private struct State: Sendable {
        var change: Change?
        var parts = Parts()
    }

    /// What the change says of itself.
    struct Parts: Sendable {
        /// What came of the files that were read.
        var tally = ScanTally()
        /// Whether files were marked as gone, or as back.
        var marks: Set<Bool> = []
        /// How many files were left out.
        var leftOut = 0

        /// One line: `scan: 2 photos added; proposals of files that are gone`.
        var summary: String {
            var parts: [String] = []
            if leftOut > 0 {
                let backups = leftOut.counted("backup")
                parts.append("\(backups) of other programs left out")
            }
            for isGone in [true, false] where marks.contains(isGone) {
                parts.append("proposals of files that are \(isGone ? "gone" : "back")")
            }
            if tally != ScanTally() || parts.isEmpty { parts.insert(tally.words, at: 0) }
            return "scan: " + parts.joined(separator: "; ")
        }
    }

    // Held while a transaction is made: the next one has to know of its change.
    private let state = Mutex(State())

    /// A scan that has changed nothing yet.
    public init() {}

    /// The change so far, or its last part; nil where nothing was altered.
    public var change: Change? { state.withLock { $0.change } }

    /// Makes one transaction of the scan.
    ///
    /// - Parameters:
    ///   - body: alters what it has to, by the log.
    ///   - note: takes note of what it did, for the change's line.
    func write<Result: Sendable>(
        to catalog: PhotoCatalog, _ body: (ChangeLog) throws -> Result,
        noting note: (inout Parts, Result) -> Void
    ) throws(WitError) -> Result {
        try state.withLock { state throws(WitError) in
            let former = state
            let (result, next) = try catalog.writing { db in
                var next = State()
                var log = ChangeLog(db, .scan, source: "scan", geocoder: catalog.geocoder)
                if let change = former.change, try PhotoCatalog.isLast(change, db) {
                    next = former
                    log = ChangeLog(db, continuing: change, geocoder: catalog.geocoder)
                }
                let result = try body(log)
                if log.isUsed { note(&next.parts, result) }
                next.change = try log.finish(next.parts.summary)
                return (result, next.change == nil ? State() : next)
            }
            state = next
            return result
        }
    }
}
