import CatalogDatabase
import Files
import Foundation
import MIMEMessage
import MailTransport
import OutputText
import PhotoRecords
import ShareMail

/// Makes mails of photos with their whole story, and writes, opens or sends them (<doc:SharingFlow>).
///
/// Files that are not in the catalog yet are added to it. A mail is read back and searched before it leaves: no
/// part of it may tell more than the sender chose.
///
/// ```swift
/// var delivery = ShareDelivery()
/// delivery.output = .file("kites.eml", replacing: false)
/// let options = ShareOptions(from: anna, to: [ben])
/// let report = try await SharePhotos(photos, options, delivery, in: catalog).run()
/// ```
public struct SharePhotos: Sendable {
    private let photos: PhotoSelection
    private let options: ShareOptions
    private let delivery: ShareDelivery
    private let asking: Asking?
    private let open: @Sendable () throws -> PhotoCatalog

    /// Gets ready to share.
    ///
    /// - Parameters:
    ///   - photos: the photos, in the order of the mails.
    ///   - options: what the sender chose.
    ///   - delivery: where the mails go.
    ///   - catalog: opened for writing, once it is known that the account's password can be had.
    public init(
        _ photos: PhotoSelection, _ options: ShareOptions, _ delivery: ShareDelivery,
        in catalog: @autoclosure @escaping @Sendable () throws -> PhotoCatalog
    ) {
        self.init(photos, options, delivery, asking: nil, in: catalog)
    }

    /// Gets ready to share one photo in a question, where `asking` says which.
    init(
        _ photos: PhotoSelection, _ options: ShareOptions, _ delivery: ShareDelivery,
        asking: Asking?, in catalog: @escaping @Sendable () throws -> PhotoCatalog
    ) {
        self.photos = photos
        self.options = options
        self.delivery = delivery
        self.asking = asking
        open = catalog
    }

    /// Makes the mails, all or none, and delivers them. Where the task is cancelled before they are made, there
    /// is none; after that, what was begun is finished soon, and what is not sent waits in the outbox.
    ///
    /// - Parameter progress: told of photos that cannot be found (where those that cannot go are left out),
    ///   how many are ready, in the stage `composing`; then, once the mails are made and before anything is
    ///   written, of the stage `writing`.
    /// - Throws: `WitError`, which keeps the errors of all photos that cannot go.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> ShareReport {
        do throws(WitError) {
            return try await BlockingWork.run { stop in try await share(stop, progress) }
        } catch {
            guard error.code == .interrupted, Task.isCancelled else { throw error }
            return ShareReport(wasInterrupted: true)
        }
    }

    private func share(_ stop: Interruption, _ progress: @escaping ProgressHandler) async throws
        -> ShareReport
    {
        let file = try file()
        let server = ShareServer(delivery, isLengthTaken: options.isLengthTaken, stop)
        let secrets = try server.secrets()
        let catalog = try open()
        let named = try await photos.resolvedOrAdded(
            to: catalog, isStopped: { stop.isRequested })
        if named.wasInterrupted || stop.isRequested { throw WitError.stopped }
        try refuse(named, of: catalog)
        for failure in named.failures {
            progress(WorkProgress(.composing, event: .failed(failure)))
        }
        var options = settled
        let question = try named.ids.first.flatMap { photo in
            try asking?.plan(photo, of: catalog, &options)
        }
        let answer = try server.ask(options, secrets)
        server.adapt(&options, to: answer)
        var shares = try compose(named.ids, of: catalog, options, stop, progress)
        if stop.isRequested { throw WitError.stopped }
        shares[0].skipped =
            named.failures.map { photo in
                WitError(photo.code, at: photo.item, photo.reason)
            } + shares[0].skipped
        server.note(answer, options, in: &shares)
        if case .stream = delivery.output, shares.count > 1 {
            var error = WitError(
                .severalMails, "the photos make \(shares.count) mails, where one is wanted")
            error.arguments["count"] = String(shares.count)
            throw error
        }
        progress(WorkProgress(.writing, done: 0, of: shares.count))
        var report = ShareReport(messages: shares.map { ShareReport.Message(share: $0) })
        report.unknown = named.failures
        // A mail that leaves finds its question kept.
        report.messages[0].question = try question?.keep(shares[0], in: catalog)
        do {
            try write(&report, into: file)
            if delivery.sends, let account = delivery.account {
                try send(&report, from: account, in: catalog, secrets, stop)
            }
            if case .stream(let take) = delivery.output { try shares[0].write(take) }
        } catch {
            if let kept = report.question, !report.hasLeft {
                try? question?.forget(kept, shares[0], in: catalog)
            }
            throw error
        }
        if delivery.opensDraft { openDrafts(&report, stop) }
        try count(olderThan: report.mails, in: catalog, &report)
        report.wasInterrupted = stop.isRequested
        return report
    }

    /// What the sender chose, with what the settings say whatever the sender chooses: nobody shares more of
    /// where a home is than they say because a client did not read them.
    private var settled: ShareOptions {
        var options = options
        let homes = delivery.settings.homes
        options.homes = homes + options.homes.filter { !homes.contains($0) }
        options.decoderMemory = options.decoderMemory ?? delivery.settings.mailLimits.decoderBytes
        return options
    }

    /// The file that the mails go into, looked at before the work that makes them; nil for none.
    private func file() throws(WitError) -> OutputFile? {
        guard case .file(let path, let replacing) = delivery.output else { return nil }
        // Several mails leave the file of this name alone: it is looked at again once there is one.
        let mayBeSeveral = options.maximumBytes != nil || delivery.sends
        return try OutputFile(path, replacing: replacing || mayBeSeveral)
    }

    /// A mail without some of the photos is not what was asked for, unless that was said.
    private func refuse(
        _ named: PhotoSelection.Resolution, of catalog: PhotoCatalog
    ) throws {
        guard !named.failures.isEmpty, !options.skipsFailed || named.ids.isEmpty else { return }
        let others = try ShareMessages(of: catalog, options: settled).unreadable(of: named.ids)
        if let error = WitError.all(named.failures + others) { throw error }
    }

    private func compose(
        _ ids: [RecordID], of catalog: PhotoCatalog, _ options: ShareOptions, _ stop: Interruption,
        _ progress: @escaping ProgressHandler
    ) throws -> [ComposedShare] {
        var composer = ShareComposer()
        composer.progress = { done, total in
            progress(WorkProgress(.composing, done: done, of: total))
        }
        composer.isStopped = { stop.isRequested }
        return try ShareMessages(of: catalog, options: options, composer: composer)
            .messages(of: ids)
    }

    // MARK: Delivery

    private func write(_ report: inout ShareReport, into file: OutputFile?) throws {
        guard case .file(let path, let replacing) = delivery.output, let file else { return }
        let files = try Self.files(
            for: report.messages.count, named: path, or: file, replacing: replacing)
        // One without a sender is marked as a draft already.
        let mark = delivery.opensDraft && options.from != nil ? DraftFile.mark : []
        for (index, file) in files.enumerated() {
            let share = report.messages[index].share
            try file.write { take in
                try mark.withUnsafeBytes(take)
                try share.write(take)
            }
            report.messages[index].path = file.path
            report.messages[index].isDraft = delivery.opensDraft
        }
    }

    /// One file for one mail; `mail-1.eml`, `mail-2.eml` … for several, all looked at before any is
    /// written.
    private static func files(
        for count: Int, named output: String, or only: OutputFile, replacing: Bool
    ) throws(WitError) -> [OutputFile] {
        guard count > 1 else { return [try OutputFile(only.path, replacing: replacing)] }
        let slash = output.lastIndex(of: "/").map(output.index(after:)) ?? output.startIndex
        let dot = output[slash...].lastIndex(of: ".").flatMap { $0 > slash ? $0 : nil }
        let (stem, suffix) = (output[..<(dot ?? output.endIndex)], dot.map { output[$0...] } ?? "")
        var files: [OutputFile] = []
        for number in 1...count {
            files.append(try OutputFile("\(stem)-\(number)\(suffix)", replacing: replacing))
        }
        return files
    }

    /// Puts the messages into the outbox, all or none, and tries to send them.
    private func send(
        _ report: inout ShareReport, from account: MailAccount, in catalog: PhotoCatalog,
        _ secrets: [String: Secret], _ stop: Interruption
    ) throws {
        let sending = SendMail(
            of: catalog, settings: delivery.settings, environment: delivery.environment,
            secrets: secrets, stop: stop)
        try sending.settle()
        let shares = report.messages.map(\.share)
        let drafts = shares.map { share in
            OutboxMail.Draft(
                messageID: share.messageID.rawValue, account: account.name,
                sender: account.address,
                recipients: (options.to + options.cc).map(\.address) + delivery.hidden,
                subject: share.subject, photos: share.photos.compactMap(\.record.id))
        }
        var places = shares.map { _ in 0 }
        var mails = try sending.put(drafts) { index, buffer in
            let count = try shares[index].read(at: places[index], into: buffer)
            places[index] += count
            return count
        }
        for (index, mail) in mails.enumerated() { report.messages[index].mail = mail }
        try sending.send(mails) { result in
            switch result {
            case .tried(let now), .left(let now, _):
                mails = mails.map { $0.number == now.number ? now : $0 }
            }
        }
        for (index, mail) in mails.enumerated() { report.messages[index].mail = mail }
    }

    private func openDrafts(_ report: inout ShareReport, _ stop: Interruption) {
        // The mail program has no use for the accounts' passwords.
        var environment = delivery.environment
        for account in delivery.settings.accounts {
            if case .environment(let name) = account.passwordSource { environment[name] = nil }
        }
        for index in report.messages.indices {
            guard let path = report.messages[index].path else { continue }
            report.messages[index].trouble = DraftFile.open(
                path, environment: environment, isStopped: { stop.isRequested })
            report.messages[index].opened = report.messages[index].trouble == nil
        }
    }

    private func count(
        olderThan mails: [OutboxMail], in catalog: PhotoCatalog, _ report: inout ShareReport
    ) throws {
        guard let first = mails.map(\.number).min() else { return }
        let older = try catalog.outbox().filter { $0.number < first && $0.state != .sending }
        report.waiting = older.count { $0.state == .queued }
        report.undecided = older.count - report.waiting
    }
}

extension WitError.Code {
    /// Photos make several mails where one is wanted.
    public static let severalMails: Self = "several-mails"
}
