import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Gives mails of a catalog's outbox up: their text is dropped, that they were is kept.
public struct DiscardMails: Sendable {
    private let numbers: [Int64]
    private let catalog: PhotoCatalog

    /// Gets ready to give mails up.
    ///
    /// - Parameters:
    ///   - numbers: the mails' numbers.
    ///   - catalog: whose outbox it is, opened for writing.
    public init(_ numbers: [Int64], of catalog: PhotoCatalog) {
        self.numbers = numbers
        self.catalog = catalog
    }

    /// The mails that were given up.
    public struct Report: JSONReport {
        /// The mails, as they stand now.
        public let mails: [OutboxMail]

        /// One object: `mails`.
        public var json: JSONValue { .object(["mails": .array(mails.map(\.json))]) }
    }

    /// Gives them up, all or none.
    ///
    /// - Parameter progress: told of each mail.
    /// - Throws: `WitError` where a number is of no mail, or of one that is being sent or is gone; then
    ///   none is given up.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            let sending = SendMail(
                of: catalog, settings: Settings(), environment: [:], stop: stop)
            try sending.settle()
            let mails = try catalog.discardOutboxMails(numbers, now: sending.now)
            for (index, mail) in mails.enumerated() {
                progress(
                    WorkProgress(.sending, done: index + 1, of: mails.count, event: .item(mail)))
            }
            return Report(mails: mails)
        }
    }
}
