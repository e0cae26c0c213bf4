import JSON
import PhotoRecord
import Synchronization
import WhatIsThat

/// Records that a use case tells of while it runs, to be printed as JSON Lines once it is done.
final class RecordLines: Sendable {
    private let records = Mutex<[JSONValue]>([])

    /// Takes the record of a progress that has one.
    func take(_ progress: WorkProgress) {
        guard case .item(let item) = progress.event else { return }
        records.withLock { $0.append(item.json) }
    }

    /// Prints them, in the order they came.
    func flush() {
        for record in records.withLock({ $0 }) { Output.json(record) }
    }
}
