import CatalogDatabase
import OutputText
import PhotoMetadata
import PhotoRecords
import Synchronization

/// Reads the files that wait in a queue and hands them to the writer: several at a time do, each
/// on a core of its own.
struct ScanReader: Sendable {
    /// What a turn of reading came to, besides what the writer got.
    struct Turn: Sendable {
        /// Files that are no photos.
        var others = 0
        /// What could not be read, or is damaged.
        var failures: [WitError] = []
        /// Files that went away meanwhile.
        var gone: [String] = []
    }

    let queue: ScanQueue
    let writer: ScanWriter
    let geocoder: (any ReverseGeocoder)?
    let isStopped: @Sendable () -> Bool
    /// How many are reading.
    let active: Counter
    /// How many files were read.
    let done: Counter

    /// A number that several count up and down.
    final class Counter: Sendable {
        private let number = Atomic<Int>(0)

        /// The number.
        var value: Int { number.load(ordering: .relaxed) }

        /// Counts up, or down.
        func add(_ difference: Int) { number.add(difference, ordering: .relaxed) }
    }

    private static let filesAtOnce = 64
    /// A reader that never paused would never say how far it is.
    private static let turn = Duration.milliseconds(50)

    /// How many may read while so many files wait to be written: as many as there are cores, so
    /// that none is idle while the writer waits for files or the disk; where much waits, the
    /// writer has a core for itself.
    static func readers(forBacklog backlog: Int, cores: Int) -> Int {
        if backlog >= ScanWriter.room { return 0 }
        return backlog < ScanWriter.room / 2 ? cores : max(1, cores - 1)
    }

    /// Reads for a moment, or until nothing waits or others should work.
    ///
    /// - Throws: Why nothing is written any more.
    func read(cores: Int) throws(WitError) -> Turn {
        defer { active.add(-1) }
        var turn = Turn()
        let reader = PhotoReader()
        let end = ContinuousClock.now + Self.turn
        repeat {
            let files = queue.take(Self.filesAtOnce)
            if files.isEmpty { break }
            var scanned: [ScannedFile] = []
            scanned.reserveCapacity(files.count)
            for file in files {
                switch ScanOutcome(reading: file, with: reader, geocoder: geocoder) {
                case .photo(let file, let failure):
                    scanned.append(file)
                    if let failure { turn.failures.append(failure) }
                case .other: turn.others += 1
                case .failed(let failure): turn.failures.append(failure)
                case .gone(let path): turn.gone.append(path)
                }
            }
            done.add(files.count)
            try writer.write(scanned)
        } while ContinuousClock.now < end && !isStopped()
            && active.value <= Self.readers(forBacklog: writer.backlog, cores: cores)
        return turn
    }
}
