import JSON
import OutputText
import PhotoCatalog
import PhotoRecord

/// Settles what imports and changed files could only propose, one or thousands at once; `undo` takes
/// a decision back.
public struct SettleProposals: Sendable {
    /// Which proposals are meant.
    public enum Choice: Sendable, Hashable {
        /// Those of these numbers.
        case numbers([Int64])
        /// All that wait.
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
        public let accepted: [Int64]
        /// The numbers of those that were dropped.
        public let rejected: [Int64]

        /// One object: `accepted`, `rejected`.
        public var json: JSONValue {
            .object([
                "accepted": .array(accepted.map { .integer($0) }),
                "rejected": .array(rejected.map { .integer($0) }),
            ])
        }
    }

    /// Settles them: those of values taken, then dropped, then those that concern a photo as a whole,
    /// each all or none.
    ///
    /// - Throws: `WitError` where no proposal that waits has a number; what was settled before stays.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            let ofPhotos =
                [accepted, rejected].contains(.removals)
                ? [] : Set(try catalog.importProposals().map(\.number))
            let report = Report(
                accepted: try numbers(accepted, ofPhotos), rejected: try numbers(rejected, ofPhotos)
            )
            func split(_ numbers: [Int64], isOfPhoto: Bool) -> [Int64] {
                numbers.filter { ofPhotos.contains($0) == isOfPhoto }.sorted()
            }
            for (isOfPhoto, accepts) in [
                (false, true), (false, false), (true, true), (true, false),
            ] where !stop.isRequested {
                let chosen = split(
                    accepts ? report.accepted : report.rejected, isOfPhoto: isOfPhoto)
                if chosen.isEmpty { continue }
                switch (isOfPhoto, accepts) {
                case (false, true): _ = try catalog.accept(chosen)
                case (false, false): _ = try catalog.reject(chosen)
                case (true, true): _ = try catalog.acceptImports(chosen)
                case (true, false): _ = try catalog.rejectImports(chosen)
                }
            }
            return report
        }
    }

    private func numbers(
        _ choice: Choice, _ ofPhotos: Set<Int64>
    ) throws(CatalogError) -> [Int64] {
        switch choice {
        case .numbers(let numbers): numbers
        case .all: try catalog.pendingProposals(nil) + ofPhotos.sorted()
        case .removals: try catalog.pendingProposals(.removal)
        }
    }
}
