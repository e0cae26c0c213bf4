import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Lists what imports and changed files could only propose.
public struct ListProposals: Sendable {
    private let catalog: PhotoCatalog
    private let removals: Bool
    private let withRecords: Bool

    /// Gets ready to list.
    ///
    /// - Parameters:
    ///   - catalog: whose proposals they are.
    ///   - removals: whether only values that files no longer say.
    ///   - withRecords: whether each comes with the records of its photos, but for values that files no
    ///     longer say, of which there may be thousands: these only where they alone are listed.
    public init(of catalog: PhotoCatalog, removals: Bool = false, withRecords: Bool = false) {
        self.catalog = catalog
        self.removals = removals
        self.withRecords = withRecords
    }

    /// A proposal with what it takes to decide on it.
    public struct Item: JSONReport {
        /// What is proposed.
        public enum Proposed: Sendable {
            /// A value, or that one goes.
            case value(Proposal)
            /// What concerns a photo as a whole.
            case photo(ImportProposal)
        }

        /// What is proposed.
        public let proposed: Proposed
        /// The photo as the catalog has it; nil where it was not asked for.
        public let record: PhotoRecord?
        /// The photo that it may be joined with; nil for other proposals.
        public let other: PhotoRecord?
        /// The mail that it came from; nil where it came from a file.
        public let mail: MessageOrigin?

        /// That of the proposal, with `mail`.
        public var json: JSONValue {
            let proposal =
                switch proposed {
                case .value(let proposal): proposal.json
                case .photo(let proposal): proposal.json
                }
            var object = proposal.object ?? [:]
            object["mail"] = mail?.json
            return .object(object)
        }
    }

    /// How many there are.
    public struct Report: JSONReport {
        /// Proposed values.
        public fileprivate(set) var values = 0
        /// Values that files no longer say.
        public fileprivate(set) var removals = 0
        /// Proposals of imports that concern a photo as a whole.
        public fileprivate(set) var photos = 0
        /// Whether it was cancelled before its end.
        public fileprivate(set) var wasInterrupted = false

        /// One object: `values`, `removals`, `photos`, `interrupted`.
        public var json: JSONValue {
            .object([
                "values": .integer(Int64(values)), "removals": .integer(Int64(removals)),
                "photos": .integer(Int64(photos)), "interrupted": .bool(wasInterrupted),
            ])
        }
    }

    /// Lists them, those of values first.
    ///
    /// - Parameter progress: told of each proposal, as an ``Item``.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            var report = Report()
            let values = try catalog.proposals(kind: removals ? .removal : nil)
            let photos = removals ? [] : try catalog.importProposals()
            var done = 0
            func tell(_ item: Item) {
                done += 1
                progress(
                    WorkProgress(
                        .finding, done: done, of: values.count + photos.count, event: .item(item)))
            }
            for proposal in values where !stop.isRequested {
                if proposal.kind == .removal { report.removals += 1 } else { report.values += 1 }
                let isDetailed = withRecords && (removals || proposal.kind == .value)
                tell(
                    Item(
                        proposed: .value(proposal),
                        record: isDetailed ? try catalog.record(proposal.photo) : nil,
                        other: nil, mail: try catalog.message(ofSource: proposal.source)))
            }
            for proposal in photos where !stop.isRequested {
                report.photos += 1
                var other: PhotoRecord?
                if withRecords, case .join(let id, _) = proposal.kind {
                    other = try catalog.record(id)
                }
                tell(
                    Item(
                        proposed: .photo(proposal),
                        record: withRecords ? try catalog.record(proposal.photo) : nil,
                        other: other, mail: try catalog.message(ofSource: proposal.source)))
            }
            report.wasInterrupted = stop.isRequested
            return report
        }
    }
}
