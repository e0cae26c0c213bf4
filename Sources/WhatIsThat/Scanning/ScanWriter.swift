import CatalogDatabase
import Foundation
import OutputText

/// Writes what a scan has read on a thread of its own, while the reading goes on: each
/// transaction takes in what there is until it has lasted a second, has taken very many, or nothing
/// more comes.
///
/// A thread and no task: it waits for files and for the disk, which must not hold up the few
/// threads that tasks share.
final class ScanWriter: @unchecked Sendable {
    // All below is looked at and changed with the condition locked.
    private let condition = NSCondition()
    /// Let go of at the end, before anybody hears of it: the thread may outlive the scan, and the
    /// log beside the catalog's file goes with its last holder.
    private var catalog: PhotoCatalog?
    private let scan: ScanChange
    private var waiting: [ScannedFile] = []
    private var isClosed = false
    private var outcome: Result<ScanTally, WitError>?
    private var atRoom: CheckedContinuation<Void, Never>?
    private var atEnd: CheckedContinuation<Void, Never>?

    /// What a transaction takes at most, however fast the machine is.
    private static let filesPerTransaction = 65_536
    /// What has to wait before a transaction is begun, unless a second has passed.
    private static let filesToBegin = 512
    /// How long, in seconds, a transaction lasts at most, and files wait for one: the indexes'
    /// pages are written once for each transaction that touches them.
    private static let patience = 1.0
    /// How long, in seconds, a transaction waits for further files: other programs that want to
    /// write wait with it.
    private static let pause = 0.005
    /// With so many files waiting there is no room for more.
    static let room = 4_096

    /// A writer that has begun to wait for files; it ends when it is closed.
    ///
    /// - Parameter scan: the change that what it writes belongs to.
    init(_ catalog: PhotoCatalog, _ scan: ScanChange = ScanChange()) {
        self.catalog = catalog
        self.scan = scan
        let thread = Thread { [self] in work() }
        thread.name = "scan writer"
        // Swift's own default for the main thread; the system's may be less on macOS.
        thread.stackSize = 8 << 20
        thread.start()
    }

    // MARK: For the scan

    /// How many files wait to be written.
    var backlog: Int { locked { waiting.count } }

    /// Hands files over to be written.
    ///
    /// - Throws: Why nothing is written any more.
    func write(_ files: [ScannedFile]) throws(WitError) {
        let failure: WitError? = locked {
            if case .failure(let error) = outcome { return error }
            let wanted = waiting.isEmpty || waiting.count < Self.filesToBegin
            waiting.append(contentsOf: files)
            if wanted { condition.signal() }
            return nil
        }
        if let failure { throw failure }
    }

    /// Waits until less than half of the files that there is room for are waiting, or nothing is
    /// written any more. One at a time may ask.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in
            let isAtOnce = locked {
                if outcome != nil || waiting.count < Self.room / 2 { return true }
                atRoom = continuation
                return false
            }
            if isAtOnce { continuation.resume() }
        }
    }

    /// Says that no more files come.
    func close() {
        locked {
            isClosed = true
            condition.signal()
        }
    }

    /// Waits until all is written, after `close`. To be asked once.
    ///
    /// - Throws: What writing threw; what was written before stays.
    func finish() async throws(WitError) -> ScanTally {
        await withCheckedContinuation { continuation in
            let isAtOnce = locked {
                if outcome != nil { return true }
                atEnd = continuation
                return false
            }
            if isAtOnce { continuation.resume() }
        }
        return try locked { outcome }?.get() ?? ScanTally()
    }

    // MARK: On its own thread

    private func work() {
        let result = written()
        locked { catalog = nil }
        end(with: result)
    }

    private func written() -> Result<ScanTally, WitError> {
        guard let catalog = locked({ catalog }) else { return .success(ScanTally()) }
        var tally = ScanTally()
        do throws(WitError) {
            while waitForFiles() {
                // Not by the clock on the wall, which somebody may set back.
                let end = ContinuousClock.now + .seconds(Self.patience)
                var left = Self.filesPerTransaction
                tally += try catalog.add(pictures: PictureFiles(), in: scan) {
                    let files = left > 0 && ContinuousClock.now < end ? next() : nil
                    left -= files?.count ?? 0
                    return files
                }
            }
            return .success(tally)
        } catch {
            return .failure(error)
        }
    }

    /// Waits for enough files to begin a transaction, or for a second; false at the end.
    private func waitForFiles() -> Bool {
        locked {
            while waiting.isEmpty, !isClosed { condition.wait() }
            let end = Date(timeIntervalSinceNow: Self.patience)
            while waiting.count < Self.filesToBegin, !isClosed, condition.wait(until: end) {}
            return !waiting.isEmpty
        }
    }

    /// The files that wait; nil where none come within a moment.
    private func next() -> [ScannedFile]? {
        var files: [ScannedFile] = []
        var waiter: CheckedContinuation<Void, Never>?
        locked {
            let end = Date(timeIntervalSinceNow: Self.pause)
            while waiting.isEmpty, !isClosed, condition.wait(until: end) {}
            swap(&files, &waiting)
            swap(&waiter, &atRoom)
        }
        waiter?.resume()
        return files.isEmpty ? nil : files
    }

    private func end(with result: Result<ScanTally, WitError>) {
        var waiters: [CheckedContinuation<Void, Never>?] = []
        locked {
            outcome = result
            waiters = [atRoom, atEnd]
            (atRoom, atEnd) = (nil, nil)
        }
        for waiter in waiters { waiter?.resume() }
    }

    private func locked<T>(_ body: () -> T) -> T {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }
}
