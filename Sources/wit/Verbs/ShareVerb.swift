import ArgumentParser
import Files
import Foundation
import JSON
import MIMEMessage
import MailTransport
import MailTemplates
import OutputText
import PhotoCatalog
import PhotoRecord
import Privacy
import ShareMail
import Synchronization
import WhatIsThat

extension LocationGrade: ExpressibleByArgument {}
extension PhotoSize: ExpressibleByArgument {}

/// `wit share PHOTO…`
struct ShareVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Build an e-mail with photos and their whole story.",
        discussion: """
            Example: wit share IMG_1.jpg --to anna@example.org --output mail.eml
                     wit share IMG_1.jpg --to anna@example.org --send
                     wit share IMG_1.jpg --to anna@example.org --draft
                     wit find kite --json | wit share - --to anna@example.org -o kites.eml

            The message reads well in any mail program; whoever has wit takes it in with \
            “wit import”. Before it is written it is read back and searched: no part of it may \
            tell more than you chose. A photo that is not in the catalog yet is added to it.

            --location 1km and 10km give the middle of a fixed cell of about that size, the same \
            for every photo in it; place the town and its middle; none nothing at all. Photos \
            taken in a [[home]] of the settings leave at most as finely as that says. --strip \
            leaves out what you name, in every part of the mail. What no file of a photo says any \
            more may have been removed on purpose: it stays at home until you decide with “wit \
            review --removals”.

            One at least of --output, --send and --draft says where it goes. --send puts it into \
            the outbox first, so that nothing is lost and nothing goes out twice: see “wit \
            outbox”. --draft opens it in your mail program, where you send it yourself.

            With --json, an object for each mail: messageID, subject, bytes, location, stripped, \
            summary, output, draft (file), opened, outbox (the mail, as “wit outbox --json” says \
            it), photos (record, file, fileName, bytes, sha256, location, home, heldBack), skipped \
            (item, code, reason), findings; nothing with --output -.
            """)

    @OptionGroup var photos: PhotoReferences

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Who gets it; may be repeated.", valueName: "address"))
    var to: [String]

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Who gets a copy; may be repeated.", valueName: "address"))
    var cc: [String] = []

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Who sends it.", valueName: "address"))
    var from: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The .eml file; - for stdout.", valueName: "file"),
        completion: .file(extensions: ["eml"]))
    var output: String?

    @OptionGroup var delivery: DeliveryOptions

    @Flag(help: "Replace the .eml file if it is there.")
    var force = false

    @Option(help: "How much of the location leaves.")
    var location = LocationGrade.exact

    @Option(
        help: ArgumentHelp(
            "What is left out: "
                + Self.groups + ".",
            valueName: "list"), completion: .list(FieldGroup.allCases.map(\.rawValue)))
    var strip: String?

    @Option(help: "The longer side: 800, 1600, 2560 pixels, or as it is.")
    var size = PhotoSize.medium

    @Option(
        help: ArgumentHelp(
            "The most that a mail may have, as 10M, 25MB or 20MiB: what is more goes into several. "
                + "With --send the server is asked, unless this says none.",
            valueName: "bytes"))
    var maxBytes: ByteCountArgument?

    @Flag(help: "Leave out the photos that cannot go, each named; then the exit status is 1.")
    var skipFailed = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The subject (default: by what the photos tell).", valueName: "text"))
    var subject: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A few words above the photos.", valueName: "text"))
    var message: String?

    @OptionGroup var look: LookOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    private static let groups = FieldGroup.allCases.map(\.rawValue).joined(separator: ", ")

    func validate() throws {
        _ = try options()
        _ = try hidden()
        try requireNonEmpty(output, "--output")
        if output == nil && !delivery.send && !delivery.draft {
            throw ValidationError("Say where it goes: --output FILE, --send or --draft.")
        }
        if output == "-" && delivery.draft {
            throw ValidationError("--draft needs a file: leave --output away, or name one.")
        }
    }

    func run() async throws {
        let settings = try delivery.account.file.read()
        let account = try delivery.sender()
        var options = try dressed(options(), settings.mailLook)
        options.homes = settings.homes
        if let account, from == nil {
            options.from = Mailbox(name: account.displayName, address: account.address)
        }
        var path = output
        if delivery.draft && path == nil {
            path = try DraftFile.path(named: options.messageKey) {
                Output.complain("wit: \($0.sentence).")
            }
        }
        let file = try path.flatMap { path in
            // Several mails leave the file of this name alone: it is looked at again once there is one.
            let mayBeSeveral = options.maximumBytes != nil || delivery.send
            return path == "-" ? nil : try OutputFile(path, replacing: force || mayBeSeveral)
        }
        var failures: [ItemFailure] = []
        // Ctrl-C ends the wait for the list by itself.
        let named = PhotoReferences.list(photos.expanded(failures: &failures))
        // Then it ends the making of mails with nothing made, wherever that is; their writing is soon
        // done.
        let ctrlC = CtrlC(endingAnyhow: { "wit: stopped; no mail was made." })
        let secrets = try secrets(of: account, ctrlC.interruption)
        let catalog = try store.open()
        let ids = try await named.resolvedOrAdded(
            to: catalog, failures: &failures, interruption: ctrlC.interruption)
        if ctrlC.interruption.isRequested { throw Self.stopped }
        for failure in failures { Output.complain("wit: \(failure)") }
        // A message without some of the photos is not what was asked for, unless that was said.
        guard failures.isEmpty || skipFailed && !ids.isEmpty else {
            let others = try SharePhotos(of: catalog, options: options).unreadable(of: ids)
            for other in others { Output.complain("wit: \(other.message)") }
            throw ExitStatus.someFailed
        }
        let server = try server(of: account, options, secrets, ctrlC.interruption)
        try adapt(&options, to: server)
        var shares = try compose(ids, of: catalog, options, ctrlC.interruption)
        ctrlC.waitForWork()
        shares[0].skipped =
            failures.map { ShareError("photo-unknown", at: $0.item, $0.reason) } + shares[0].skipped
        note(server, options, in: &shares)
        if path == "-" && shares.count > 1 {
            throw ItemFailure(
                item: "--output -",
                reason: "takes one mail, but these photos make \(shares.count); name a file:"
                    + " mail.eml becomes mail-1.eml, mail-2.eml …")
        }
        var done = shares.map { _ in Delivered() }
        if let path, let file {
            let files = try Self.files(for: shares.count, named: path, or: file, replacing: force)
            // One without a sender is marked as a draft already.
            let mark = delivery.draft && options.from != nil ? DraftFile.mark : []
            for (index, file) in files.enumerated() {
                try file.write { take in
                    try mark.withUnsafeBytes(take)
                    try shares[index].write(take)
                }
                done[index].path = file.path
            }
        }
        if delivery.send, let account {
            let mails = try deliver(
                shares, from: account, to: options, bcc: hidden(), in: catalog, secrets,
                ctrlC.interruption)
            for (index, mail) in mails.enumerated() { done[index].mail = mail }
        }
        if path == "-" {
            try shares[0].write { Output.bytes($0) }
        } else {
            for (share, done) in zip(shares, done) { say(share, opened(done)) }
        }
        let mails = done.compactMap(\.mail)
        try mention(olderThan: mails, in: catalog)
        for skipped in shares[0].skipped.dropFirst(failures.count) {
            Output.complain("wit: \(skipped.message) It is left out.")
        }
        try complain(of: mails, ctrlC.interruption)
        if !shares[0].skipped.isEmpty { throw ExitStatus.someFailed }
        withExtendedLifetime(ctrlC) {}
    }

    /// The mails, with a bar while their photos are made ready.
    private func compose(
        _ ids: [RecordID], of catalog: PhotoCatalog, _ options: ShareOptions,
        _ interruption: Interruption
    ) throws -> [ComposedShare] {
        let bar = Mutex(ProgressBar("photos", quiet: speech.quiet))
        var composer = ShareComposer()
        composer.progress = { done, total in
            bar.withLock { $0.show(done: done, of: total) }
        }
        composer.isStopped = { interruption.isRequested }
        defer { bar.withLock { $0.clear() } }
        do {
            return try SharePhotos(of: catalog, options: options, composer: composer)
                .messages(of: ids)
        } catch {
            if WitError(error).code == .interrupted { throw Self.stopped }
            throw error
        }
    }

    /// One file for one mail; `mail-1.eml`, `mail-2.eml` … for several, all looked at before any is
    /// written.
    private static func files(
        for count: Int, named output: String, or only: OutputFile, replacing: Bool
    ) throws -> [OutputFile] {
        guard count > 1 else { return [try OutputFile(only.path, replacing: replacing)] }
        let slash = output.lastIndex(of: "/").map(output.index(after:)) ?? output.startIndex
        let dot = output[slash...].lastIndex(of: ".").flatMap { $0 > slash ? $0 : nil }
        let (stem, suffix) = (output[..<(dot ?? output.endIndex)], dot.map { output[$0...] } ?? "")
        return try (1...count).map {
            try OutputFile("\(stem)-\($0)\(suffix)", replacing: replacing)
        }
    }

    private func say(_ share: ComposedShare, _ done: Delivered) {
        if speech.json {
            Output.json(share.json(done, isDraft: delivery.draft))
        } else if !speech.quiet {
            let summary = share.summary
            Output.line(
                done.path.map { "\($0): \(summary)." } ?? "\(summary.capitalizedFirst).")
            for finding in share.findings {
                let advice =
                    finding.code == .mailLarge ? " --max-bytes 20M divides it among several." : ""
                Output.line(ShownLine("  · ").yellow + "\(finding.message)\(advice)")
            }
            if let mail = done.mail, mail.state == .sent {
                Output.line("Mail \(mail.number) \(mail.outcome).")
            }
        }
    }

    /// The addresses that stand in no header.
    func hidden() throws -> [String] {
        try delivery.bcc.map { try Self.mailbox($0, option: "--bcc").address }
    }

    /// The options with the look that the settings and the command line give a mail.
    private func dressed(_ options: ShareOptions, _ mailLook: MailLook) -> ShareOptions {
        var options = options
        options.templateFolder = look.folder.folder(mailLook)
        options.template = look.template
        options.language = look.language(
            mailLook, MailTemplates(ownFolder: options.templateFolder))
        options.mapLink = mailLook.mapLink
        options.mapPicture = mailLook.mapPicture && !look.noMap
        return options
    }

    private func options() throws -> ShareOptions {
        var options = ShareOptions(
            from: try from.map { try Self.mailbox($0, option: "--from") },
            to: try to.map { try Self.mailbox($0, option: "--to") },
            cc: try cc.map { try Self.mailbox($0, option: "--cc") },
            subject: subject.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 },
            message: message)
        if let subject,
            subject.unicodeScalars.contains(where: { "\r\n\0".unicodeScalars.contains($0) })
        {
            throw ValidationError(
                "--subject “\(subject.shownLine)” has a line break or NUL in it.")
        }
        options.location = location
        if let strip {
            guard !strip.allSatisfy({ $0.isWhitespace || $0 == "," }) else {
                throw ValidationError("--strip needs at least one of \(Self.groups).")
            }
            do throws(ShareError) {
                options.stripped = try FieldGroup.groups(in: strip)
            } catch {
                throw ValidationError("--strip \(error.message.shownLine)")
            }
        }
        options.size = size
        options.maximumBytes = maxBytes?.bytes
        options.isLengthTaken = maxBytes != nil
        options.skipsFailed = skipFailed
        options.dateOffsetMinutes = TimeZone.current.secondsFromGMT() / 60
        return options
    }

    private static func mailbox(_ text: String, option: String) throws -> Mailbox {
        do throws(MIMEBuildError) {
            return try Mailbox(validating: text)
        } catch {
            let several = text.contains(",") ? " Repeat \(option) for each." : ""
            throw ValidationError("\(option): \(error.message.shownLine)\(several)")
        }
    }
}

extension ComposedShare {
    /// One JSON object: what left.
    func json(_ done: Delivered, isDraft: Bool) -> JSONValue {
        var object: JSONObject = [
            "messageID": .string(messageID.rawValue), "subject": .string(subject),
            "bytes": .count(byteCount), "location": .string(location.rawValue),
            "stripped": .strings(stripped.map(\.rawValue).sorted()),
            "summary": .string(summary),
        ]
        object[isDraft ? "draft" : "output"] = done.path.map { .string($0) }
        object["opened"] = done.opened.map { .bool($0) }
        object["outbox"] = done.mail?.json
        object["photos"] = .array(
            photos.map { photo in
                var object: JSONObject = [
                    "record": photo.record.json, "file": .string(photo.file),
                    "fileName": .string(photo.fileName), "bytes": .count(photo.bytes),
                    "sha256": .string(photo.sha256),
                    "location": .string(photo.location.rawValue),
                ]
                object["home"] = photo.home.map(JSONValue.string)
                if !photo.heldBack.isEmpty {
                    object["heldBack"] = .strings(photo.heldBack.map(\.rawValue))
                }
                return .object(object)
            })
        if !skipped.isEmpty {
            object["skipped"] = .array(
                skipped.map { error in
                    [
                        "item": .string(error.place), "code": .string(error.code.rawValue),
                        "reason": .string(error.message),
                    ]
                })
        }
        object["findings"] = .array(findings.map(\.json))
        return .object(object)
    }
}
