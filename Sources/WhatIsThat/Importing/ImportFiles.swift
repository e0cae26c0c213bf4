import CatalogDatabase
import ExchangeFormats
import JSON
import MIMEMessage
import OutputText
import PhotoRecords

/// Imports mails, Google Takeout folders and digiKam databases
/// (<doc:ImportingFlow>).
///
/// ```swift
/// let report = try await ImportFiles(["inbox.mbox"], into: catalog, pictures: "/p/received").run {
///     if case .item(let mail as ImportMail.Report) = $0.event { print(mail.name) }
/// }
/// ```
///
/// The result for each mail, Takeout and database is reported as an `ImportMail.Report` or a
/// `ExternalImportReport`. Cancelled, it ends between two photos; what was imported stays.
public struct ImportFiles: Sendable {
    /// How to import them.
    public struct Options: Sendable {
        /// How much is taken from each message.
        public var limits = MailLimits()
        /// The addresses of the person's accounts: mail from there answers no question.
        public var ownAddresses: [String] = []
        /// Where folders of digiKam's collection lie now.
        public var roots: [DigiKamRoots.Mapping] = []
        /// Whether to change nothing, and say what would be done.
        public var dryRun = false
        /// Whether to count the mails' bytes before it begins, so that progress has a total.
        public var countsBytes = false

        /// What is usual.
        public init() {}
    }

    private let items: [String]
    private let open: @Sendable () throws -> PhotoCatalog?
    private let folder: PictureFolder
    private let options: Options

    /// Prepares an import of items; nothing is read yet.
    ///
    /// - Parameters:
    ///   - items: paths of .eml files, mboxes, Maildirs, a Takeout's folders, `digikam4.db`; `-` is a
    ///     mail or mbox on stdin. They are reported by these names.
    ///   - catalog: where it goes, opened for writing once it is known that the pictures have a folder;
    ///     nil only in a dry run, where there is none yet.
    ///   - folder: where mails' pictures go; made when it is needed. A relative path counts from the
    ///     current folder.
    ///   - options: how to import them.
    public init(
        _ items: [String],
        into catalog: @autoclosure @escaping @Sendable () throws -> PhotoCatalog?,
        pictures folder: String,
        options: Options = Options()
    ) {
        self.items = items
        open = catalog
        self.folder = PictureFolder(name: folder)
        self.options = options
    }

    /// What was imported.
    public struct Report: JSONReport {
        /// Mails that were imported, including those without a photo.
        public fileprivate(set) var mails = 0
        /// Takeouts and databases that were imported.
        public fileprivate(set) var foreign = 0
        /// What could not be imported at all. What is wrong within a mail is in its own report.
        public fileprivate(set) var failures: [WitError] = []
        /// Whether anything failed, in a mail, a Takeout or a database too.
        public fileprivate(set) var hasFailed = false
        /// Shares that came in several mails, some of which are missing.
        public fileprivate(set) var incomplete: [ImportedSeries.Incomplete] = []
        /// Whether it was cancelled before its end.
        public fileprivate(set) var wasInterrupted = false

        /// One object: `mails`, `foreign`, `failures`, `incomplete` (`subject`, `missing`, `missingCount`,
        /// `total`), `interrupted`.
        public var json: JSONValue {
            .object([
                "mails": .integer(Int64(mails)), "foreign": .integer(Int64(foreign)),
                "failures": .array(failures.map(\.json)),
                "incomplete": .array(incomplete.map(\.json)),
                "interrupted": .bool(wasInterrupted),
            ])
        }

        /// Takes note of an item that could not be taken in.
        fileprivate mutating func fail(_ error: WitError, _ progress: ProgressHandler) {
            failures.append(error)
            hasFailed = true
            progress(WorkProgress(.importing, event: .failed(error)))
        }
    }

    /// Imports all items.
    ///
    /// - Parameter progress: told of each item; for mails `done` and `total` count bytes, for others
    ///   photos.
    /// - Returns: what was imported, until it was cancelled if it was.
    /// - Throws: `not-a-folder` where pictures cannot go into the folder; `WitError` where the catalog
    ///   cannot be used; what was taken in before stays.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            var report = Report()
            try folder.refuseFile()
            let catalog = try open()
            if let catalog, !options.dryRun, let notice = folder.narrow(besides: catalog) {
                progress(WorkProgress(.importing, event: .notice(notice)))
            }
            let sorted = SortedItems(items)
            try importMails(sorted.mails, into: catalog, &report, stop, progress)
            for error in sorted.failures where !stop.isRequested { report.fail(error, progress) }
            if sorted.hasForeign, !stop.isRequested { progress(WorkProgress(.scanning)) }
            if !sorted.takeouts.isEmpty, !stop.isRequested {
                let takeout = ImportTakeout(
                    sorted.takeouts, into: catalog, dryRun: options.dryRun)
                report.add(try await takeout.run(progress: progress), progress)
            }
            for (name, path) in sorted.databases where !stop.isRequested {
                let database = ImportDigiKam(
                    path, named: name, into: catalog, roots: options.roots,
                    dryRun: options.dryRun)
                do throws(WitError) {
                    report.add(try await database.run(progress: progress), progress)
                } catch {
                    guard error.subject?.kind == .item else { throw error }
                    report.fail(error, progress)
                }
            }
            report.wasInterrupted = report.wasInterrupted || stop.isRequested
            return report
        }
    }

    private func importMails(
        _ mails: [String], into catalog: PhotoCatalog?, _ report: inout Report,
        _ stop: Interruption, _ progress: ProgressHandler
    ) throws {
        if mails.isEmpty { return }
        let importer = ImportMail(
            into: catalog, pictures: folder.path, limits: options.limits, dryRun: options.dryRun,
            own: options.ownAddresses, stop: stop)
        var series = ImportedSeries(catalog)
        let total =
            options.countsBytes
            ? MailMessages.bytes(in: mails, isStopped: { stop.isRequested }) : nil
        var bytes = 0
        var failures: [WitError] = []
        let onFailure: (WitError) -> Void = { error in
            failures.append(error)
            progress(WorkProgress(.importing, event: .failed(error)))
        }
        try MailMessages.forEach(
            in: mails, limits: options.limits,
            prepare: { _, message in importer.contents(of: message) },
            onFailure: onFailure, onIncomplete: onFailure
        ) { place, message, contents in
            guard !stop.isRequested else { return false }
            let mail: ImportMail.Report
            do {
                mail = try importer.take(message, holding: contents, name: place.name)
            } catch {
                // What it was at is taken back, and nothing of it is in the catalog.
                guard WitError(error).code == .interrupted else { throw error }
                return false
            }
            series.note(mail)
            report.mails += 1
            report.hasFailed = report.hasFailed || mail.hasFailed
            bytes += message.root.range.count
            progress(WorkProgress(.importing, done: bytes, of: total, event: .item(mail)))
            return !stop.isRequested
        }
        report.failures += failures
        report.hasFailed = report.hasFailed || !failures.isEmpty
        guard !stop.isRequested else { return }
        report.incomplete = try series.incomplete(isStopped: { stop.isRequested })
        for share in report.incomplete {
            progress(WorkProgress(.importing, event: .notice(share.sentence)))
        }
    }
}

extension ImportFiles.Report {
    /// Takes note of a Takeout or database.
    fileprivate mutating func add(
        _ other: ExternalImportReport, _ progress: ProgressHandler
    ) {
        foreign += 1
        hasFailed = hasFailed || !other.failures.isEmpty
        wasInterrupted = wasInterrupted || other.wasInterrupted
        progress(
            WorkProgress(
                .importing, done: other.photos, of: other.photos, event: .item(other)))
    }
}
