import ArgumentParser
import CatalogDatabase
import Foundation
import JSON
import MIMEMessage
import MailTemplates
import MailTransport
import OutputText
import PhotoRecords
import Privacy
import ShareMail
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

            The message reads well in any mail program; whoever has wit can import it with “wit \
            import”. Before it is written it is read back and searched: no part of it may \
            disclose more than you chose. A photo that is not in the catalog yet is added to it.

            --location 1km and 10km give the centre of a fixed cell of about that size, the same \
            for every photo in it; place gives the town and its centre; none nothing at all. The \
            location of photos taken in a [[home]] of the settings is sent at most as precisely \
            as that says. --strip leaves out what you name, in every part of a mail. A value that \
            none of a photo's files has any more may have been removed on purpose: it is withheld \
            until you decide with “wit review --removals”.

            At least one of --output, --send and --draft says where the mail goes. --send puts \
            it into the outbox first, so that nothing is lost and nothing is sent twice: see \
            “wit outbox”. --draft opens it in your mail program, where you send it yourself.

            With --json, one object per mail: messageID, subject, bytes, location, stripped, \
            summary, output, draft (file), opened, outbox (the mail, as “wit outbox --json” \
            prints it), photos (record, file, fileName, bytes, sha256, location, home, \
            heldBack), skipped (item, code, reason), findings; nothing with --output -.
            """)

    @OptionGroup var photos: PhotoReferences

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A recipient; may be repeated.", valueName: "address"))
    var to: [String]

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A Cc recipient; may be repeated.", valueName: "address"))
    var cc: [String] = []

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The sender.", valueName: "address"))
    var from: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The .eml file; - for stdout.", valueName: "file"),
        completion: .file(extensions: ["eml"]))
    var output: String?

    @OptionGroup var delivery: DeliveryOptions

    @Flag(help: "Replace the .eml file if it exists.")
    var force = false

    @Option(help: "The precision of the location that is sent.")
    var location = LocationGrade.exact

    @Option(
        help: ArgumentHelp(
            "Fields to leave out: "
                + Self.groups + ".",
            valueName: "list"), completion: .list(FieldGroup.allCases.map(\.rawValue)))
    var strip: String?

    @Flag(help: "Outline the regions that are sent in the pictures, with their names.")
    var outline = false

    @Option(help: "Make people with marked regions unrecognisable in the pictures.")
    var blur: BlurArgument?

    @Option(help: "The longer side: 800, 1600 or 2560 pixels, or the original size.")
    var size = PhotoSize.medium

    @Option(
        help: ArgumentHelp(
            "The size limit of a mail, as 10M, 25MB or 20MiB: what exceeds it goes into several "
                + "mails. "
                + "With --send the server is asked, unless this is “none”.",
            valueName: "bytes"))
    var maxBytes: ByteCountArgument?

    @Flag(help: "Leave out photos that cannot be sent, naming each; the exit status is then 1.")
    var skipFailed = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The subject (default: made from the photos' names and dates).", valueName: "text"))
    var subject: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A message shown above the photos.", valueName: "text"))
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
            throw ValidationError("--draft needs a file: leave out --output, or name one.")
        }
    }

    func run() async throws {
        let settings = try delivery.account.file.read()
        let account = try delivery.sender(settings)
        var options = try dressed(options(), settings.mailLook)
        if let account, from == nil {
            options.from = Mailbox(name: account.displayName, address: account.address)
        }
        var delivery = ShareDelivery()
        (delivery.account, delivery.settings) = (account, settings)
        (delivery.sends, delivery.opensDraft) = (self.delivery.send, self.delivery.draft)
        delivery.hidden = try hidden()
        delivery.environment = ProcessEnvironment.all
        delivery.output = try place(of: options)
        // Ctrl-C ends the wait for the list by itself.
        let selection = photos.selection
        let store = store
        let share = SharePhotos(selection, options, delivery, in: try store.open())
        let report = try await made(share)
        if report.messages.isEmpty { throw ShareWords.stopped }
        for message in report.messages where output != "-" { say(message) }
        mention(report)
        for skipped in report.skipped.dropFirst(report.unknown.count) {
            Output.complain("wit: \(skipped.message) It is left out.")
        }
        try ShareWords.complain(of: report)
        if !report.skipped.isEmpty { throw ExitStatus.someFailed }
    }

    /// Where the mails are written; nil for no file.
    private func place(of options: ShareOptions) throws -> ShareDelivery.Output? {
        if output == "-" { return .stream { Output.bytes($0) } }
        let path = try output ?? (delivery.draft ? DraftFile.path(of: options) : nil)
        return path.map { .file($0, replacing: force) }
    }

    /// Makes the mails, with a bar while their photos are made ready.
    private func made(_ share: SharePhotos) async throws -> ShareReport {
        let bar = ProgressBar("photos", quiet: speech.quiet)
        do {
            // Ctrl-C ends the making of mails with nothing made, wherever that is; their writing is soon
            // done.
            return try await CtrlC.cancels(endingAnyhow: { ShareWords.stopped.said }) {
                waitForWork in
                try await share.run { progress in
                    switch progress.stage {
                    case .writing:
                        waitForWork()
                        bar.clear()
                    default: bar.show(progress)
                    }
                    if case .failed(let failure) = progress.event { Output.complain(failure) }
                }
            }
        } catch {
            bar.clear()
            let error = WitError(error)
            guard error.code == .severalMails else { throw error }
            throw WitError(
                item: "--output -", code: .severalMails,
                reason:
                    "takes one mail, but these photos make \(error.arguments["count"] ?? "more")"
                    + "; name a file: mail.eml becomes mail-1.eml, mail-2.eml …")
        }
    }

    private func say(_ message: ShareReport.Message) {
        if let trouble = message.trouble { speech.complain(of: trouble, message.path ?? "") }
        if speech.json {
            Output.json(message.json)
        } else if !speech.quiet {
            let summary = message.share.summary
            Output.line(
                message.path.map { "\($0): \(summary)." } ?? "\(summary.capitalizedFirst).")
            for finding in message.share.findings {
                Output.line(
                    ShownLine("  · ").yellow + "\(finding.message)\(Advice.words(for: finding))")
            }
            if let mail = message.mail, mail.state == .sent {
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
            mailLook, TemplateLibrary(ownFolder: options.templateFolder))
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
            do throws(WitError) {
                options.stripped = try FieldGroup.groups(in: strip)
            } catch {
                throw ValidationError("--strip \(error.message.shownLine)")
            }
        }
        options.size = size
        options.outlinesRegions = outline
        options.blursPeople = blur == .people
        options.maximumBytes = maxBytes?.bytes
        options.isLengthTaken = maxBytes != nil
        options.skipsFailed = skipFailed
        options.dateOffsetMinutes = TimeZone.current.secondsFromGMT() / 60
        return options
    }

    private static func mailbox(_ text: String, option: String) throws -> Mailbox {
        do throws(WitError) {
            return try Mailbox(validating: text)
        } catch {
            let several = text.contains(",") ? " Repeat \(option) for each." : ""
            throw ValidationError("\(option): \(error.message.shownLine)\(several)")
        }
    }
}
