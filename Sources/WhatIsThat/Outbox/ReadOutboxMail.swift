import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Reads a mail of a catalog's outbox as it goes out.
public struct ReadOutboxMail: Sendable {
    private let number: Int64
    private let catalog: PhotoCatalog
    private let withMessage: Bool

    /// Gets ready to read a mail.
    ///
    /// - Parameters:
    ///   - number: the mail's number.
    ///   - catalog: whose outbox it is.
    ///   - withMessage: whether its bytes are wanted.
    public init(_ number: Int64, of catalog: PhotoCatalog, withMessage: Bool = true) {
        self.withMessage = withMessage
        self.number = number
        self.catalog = catalog
    }

    /// A mail and its bytes.
    public struct Report: JSONReport {
        /// The mail as it stands.
        public let mail: OutboxMail
        /// The message; nil where it was not asked for, and where it
        /// is not kept, since the mail was sent or discarded.
        public let message: [UInt8]?

        /// That of the mail.
        public var json: JSONValue { mail.json }
    }

    /// Reads it.
    ///
    /// - Throws: `WitError` where there is no such mail.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { _ in
            let mail = try catalog.outboxMail(number)
            if !withMessage || mail.state == .sent || mail.state == .discarded {
                return Report(mail: mail, message: nil)
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(mail.bytes)
            try catalog.readOutbox(number) { bytes += $0 }
            return Report(mail: mail, message: bytes)
        }
    }
}
