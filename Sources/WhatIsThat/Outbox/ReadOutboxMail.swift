import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

/// Reads a mail of a catalog's outbox as it goes out.
public struct ReadOutboxMail: Sendable {
    private let number: Int64
    private let catalog: PhotoCatalog
    private let withMessage: Bool
    private let output: ShareDelivery.Output?

    /// Gets ready to read a mail.
    ///
    /// - Parameters:
    ///   - number: the mail's number.
    ///   - catalog: whose outbox it is.
    ///   - withMessage: whether the report is to have its bytes.
    ///   - output: what the message is written into; nil for nothing.
    public init(
        _ number: Int64, of catalog: PhotoCatalog, withMessage: Bool = true,
        into output: ShareDelivery.Output? = nil
    ) {
        self.withMessage = withMessage
        self.output = output
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

    /// Reads it, and writes it where that is wanted.
    ///
    /// - Throws: `WitError` where there is no such mail; `not-sendable` where it is to be written and is
    ///   not kept; `output-exists`, and where the file cannot be written.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { _ in
            let mail = try catalog.outboxMail(number)
            let isKept = mail.state != .sent && mail.state != .discarded
            if output != nil, !isKept {
                throw WitError(.notSendable, about: .catalog(""), mail.farewell)
            }
            guard isKept, withMessage || output != nil else {
                return Report(mail: mail, message: nil)
            }
            var file: OutputFile?
            if case .file(let path, let replacing) = output {
                file = try OutputFile(path, replacing: replacing)
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(mail.bytes)
            try catalog.readOutbox(number) { bytes += $0 }
            try file?.write(bytes)
            if case .stream(let take) = output { bytes.withUnsafeBytes(take) }
            return Report(mail: mail, message: withMessage ? bytes : nil)
        }
    }
}
