import CatalogDatabase
import JSON
import MIMEMessage
import OutputText
import PhotoRecords

/// Says what mails hold and what an import would find in them; changes nothing.
///
/// What each message holds is told as it comes, as an `InspectMail.Inspection`, or as what was made of
/// it. Cancelled, it ends between two messages.
public struct InspectMails: Sendable {
    private let mails: [String]
    private let limits: MailLimits
    private let catalog: PhotoCatalog?
    private let form: @Sendable (InspectMail.Inspection) -> any JSONReport

    /// Gets ready to inspect; nothing is read yet.
    ///
    /// - Parameters:
    ///   - mails: paths of .eml files, mboxes, Maildirs; `-` for stdin.
    ///   - limits: how much is taken from each message.
    ///   - catalog: whose questions mails may belong to; nil for none.
    ///   - form: makes of each message what is told of it, on several threads at once.
    public init(
        _ mails: [String], limits: MailLimits = MailLimits(), catalog: PhotoCatalog? = nil,
        form: @escaping @Sendable (InspectMail.Inspection) -> any JSONReport = { $0 }
    ) {
        self.mails = mails
        self.limits = limits
        self.catalog = catalog
        self.form = form
    }

    /// What was inspected.
    public struct Report: JSONReport {
        /// How many messages were looked at.
        public fileprivate(set) var messages = 0
        /// What could not be read.
        public fileprivate(set) var failures: [WitError] = []
        /// The messages that came in pieces of which some are missing.
        public fileprivate(set) var incomplete: [WitError] = []
        /// Whether it was cancelled before its end.
        public fileprivate(set) var wasInterrupted = false

        /// One object: `messages`, `failures`, `incomplete`, `interrupted`.
        public var json: JSONValue {
            .object([
                "messages": .integer(Int64(messages)), "failures": .array(failures.map(\.json)),
                "incomplete": .array(incomplete.map(\.json)),
                "interrupted": .bool(wasInterrupted),
            ])
        }
    }

    /// Inspects them.
    ///
    /// - Parameter progress: told of each message, and of each mail that cannot be read.
    /// - Returns: what was inspected, until it was cancelled if it was.
    /// - Throws: `WitError` where a mail cannot be read to its end.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            var report = Report()
            var (failures, incomplete): ([WitError], [WitError]) = ([], [])
            let inspector = InspectMail(limits: limits, catalog: catalog, stop: stop)
            let form = form
            try MailMessages.forEach(
                in: mails, pieces: .apartAndJoined, limits: limits,
                prepare: { place, message in form(inspector.inspect(message, at: place)) },
                onFailure: { error in
                    failures.append(error)
                    progress(WorkProgress(.finding, event: .failed(error)))
                },
                onIncomplete: { error in
                    incomplete.append(error)
                    progress(WorkProgress(.finding, event: .notice(error.description)))
                }
            ) { _, _, inspection in
                guard !stop.isRequested else { return false }
                report.messages += 1
                progress(
                    WorkProgress(.finding, done: report.messages, event: .item(inspection)))
                return true
            }
            (report.failures, report.incomplete) = (failures, incomplete)
            report.wasInterrupted = stop.isRequested
            return report
        }
    }
}
