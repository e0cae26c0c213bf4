import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Lists the mails of a catalog's outbox.
public struct ListOutbox: Sendable {
    private let catalog: PhotoCatalog
    private let all: Bool
    private let settling: (@Sendable () -> PhotoCatalog?)?

    /// Gets ready to list.
    ///
    /// - Parameters:
    ///   - catalog: whose outbox it is.
    ///   - all: whether those too that were sent or discarded.
    ///   - settling: opens the catalog for writing, where a process that was killed left a mail half
    ///     sent, so that it is settled first; nil where nothing is to be written.
    public init(
        of catalog: PhotoCatalog, all: Bool = false,
        settling: (@Sendable () -> PhotoCatalog?)? = nil
    ) {
        self.catalog = catalog
        self.all = all
        self.settling = settling
    }

    /// The mails.
    public struct Report: JSONReport {
        /// The mails, the oldest first.
        public let mails: [OutboxMail]

        /// One object: `mails`.
        public var json: JSONValue { .object(["mails": .array(mails.map(\.json))]) }
    }

    /// Lists them.
    ///
    /// - Parameter progress: told of each mail.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            if let settling, try catalog.outbox().contains(where: { $0.state == .sending }),
                let writable = settling()
            {
                try SendMail(of: writable, settings: Settings(), environment: [:], stop: stop)
                    .settle()
            }
            let mails = try catalog.outbox(all: all)
            for (index, mail) in mails.enumerated() {
                progress(
                    WorkProgress(.finding, done: index + 1, of: mails.count, event: .item(mail)))
            }
            return Report(mails: mails)
        }
    }
}
