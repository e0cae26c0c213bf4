import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Settles what imports and changed files could only propose, one or thousands at once; `undo` takes
/// a decision back.
public struct SettleProposals: Sendable {
    /// Which proposals are meant.
    public enum Choice: Sendable, Hashable {
        /// Those of these numbers.
        case numbers([Int64])
        /// All that wait, but for what a person takes or drops one by one: see
        /// `PhotoCatalog.pendingProposals(_:)`.
        case all
        /// All that say that files no longer say a value.
        case removals
    }

    private let accepted: Choice
    private let rejected: Choice
    private let catalog: PhotoCatalog

    /// Gets ready to settle proposals.
    ///
    /// - Parameters:
    ///   - accepted: those that are taken; the latest one for a field wins.
    ///   - rejected: those that are dropped for good.
    ///   - catalog: whose proposals they are, opened for writing.
    public init(
        accepting accepted: Choice = .numbers([]), rejecting rejected: Choice = .numbers([]),
        in catalog: PhotoCatalog
    ) {
        self.accepted = accepted
        self.rejected = rejected
        self.catalog = catalog
    }

    /// What was settled.
    public struct Report: JSONReport {
        /// The numbers of the proposals that were taken.
        public fileprivate(set) var accepted: [Int64] = []
        /// The numbers of those that were dropped.
        public fileprivate(set) var rejected: [Int64] = []
        /// The numbers of those that wait still, where all were taken or dropped.
        public fileprivate(set) var left: [Int64] = []
        /// Whether it was cancelled before its end.
        public fileprivate(set) var wasInterrupted = false

        /// One object: `accepted`, `rejected`, `left`, `interrupted`.
        public var json: JSONValue {
            .object([
                "accepted": .array(accepted.map { .integer($0) }),
                "rejected": .array(rejected.map { .integer($0) }),
                "left": .array(left.map { .integer($0) }),
                "interrupted": .bool(wasInterrupted),
            ])
        }
    }

    /// Settles them: those of values taken, then dropped, then those that concern a photo as a whole,
    /// each all or none; where the task is cancelled, what was begun is taken back and the rest left out.
    ///
    /// - Returns: what was settled.
    /// - Throws: `proposal-twice` where one is to be taken and dropped; `WitError` where no proposal that
    ///   waits has a number; what was settled before stays.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            var report = Report()
            try Self.refuseBoth(accepted, rejected)
            do {
                try PhotoCatalog.interruptible({ stop.isRequested }) { try settle(stop, &report) }
            } catch {
                guard stop.isRequested, WitError(error).code == .interrupted else { throw error }
            }
            report.wasInterrupted = stop.isRequested
            return report
        }
    }

    /// - Throws: `proposal-twice` where a number is among both.
    public static func refuseBoth(_ accepted: Choice, _ rejected: Choice) throws(WitError) {
        guard case .numbers(let taken) = accepted, case .numbers(let dropped) = rejected,
            let both = taken.first(where: dropped.contains)
        else { return }
        throw WitError(
            .proposalTwice, about: .item(String(both)),
            "Proposal \(both) can't be both accepted and rejected.")
    }

    private func settle(_ stop: Interruption, _ report: inout Report) throws {
        let ofPhotos =
            [accepted, rejected].contains(.removals)
            ? [] : Set(try catalog.importProposals().map(\.number))
        let all = (
            accepted: try numbers(accepted, ofPhotos), rejected: try numbers(rejected, ofPhotos)
        )
        if [accepted, rejected].contains(.all) {
            let chosen = Set(all.accepted + all.rejected)
            report.left = try catalog.proposals().map(\.number).filter { !chosen.contains($0) }
        }
        for (isOfPhoto, accepts) in [
            (false, true), (false, false), (true, true), (true, false),
        ] {
            if stop.isRequested { return }
            let chosen = (accepts ? all.accepted : all.rejected)
                .filter { ofPhotos.contains($0) == isOfPhoto }.sorted()
            if chosen.isEmpty { continue }
            switch (isOfPhoto, accepts) {
            case (false, true): _ = try catalog.accept(chosen)
            case (false, false): _ = try catalog.reject(chosen)
            case (true, true): _ = try catalog.acceptImports(chosen)
            case (true, false): _ = try catalog.rejectImports(chosen)
            }
            if accepts { report.accepted += chosen } else { report.rejected += chosen }
        }
    }

    private func numbers(
        _ choice: Choice, _ ofPhotos: Set<Int64>
    ) throws(WitError) -> [Int64] {
        switch choice {
        case .numbers(let numbers): numbers
        case .all: try catalog.pendingProposals(nil) + ofPhotos.sorted()
        case .removals: try catalog.pendingProposals(.removal)
        }
    }
}

extension WitError.Code {
    /// A proposal that is to be taken and dropped at once.
    public static let proposalTwice: Self = "proposal-twice"
}
