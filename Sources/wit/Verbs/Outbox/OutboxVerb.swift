import ArgumentParser
import CatalogDatabase
import JSON
import MailTransport
import OutputText
import PhotoRecords
import WhatIsThat

/// `wit outbox`
struct OutboxVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List, send, retry or discard the mails in the outbox.",
        discussion: """
            Example: wit outbox
                     wit outbox list --all
                     wit outbox send
                     wit outbox retry 3
                     wit outbox discard 4

            “--send” puts a mail into the outbox before sending it, so that a crash or a dead \
            network loses nothing. What could not be sent yet waits; nothing is sent except by \
            “--send” (of share, ask and questions remind), “outbox send” and “outbox retry”. A \
            mail that was handed over without an answer from the server is “perhaps sent” and is \
            never sent again unless you say so.

            With --json, one mail per line: number, state (queued, sending, sent, failed, \
            perhaps-sent, discarded), messageID, account, from, to, subject, bytes, photos \
            (ids), attempts, queuedAt, dueAt, endedAt, errorCode, error, answer (the server's \
            reply).
            """,
        subcommands: [
            OutboxListVerb.self, OutboxSendVerb.self, OutboxRetryVerb.self, OutboxDiscardVerb.self,
            OutboxShowVerb.self,
        ],
        defaultSubcommand: OutboxListVerb.self)
}

/// `wit outbox list`
struct OutboxListVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the mails that are not sent yet.",
        discussion: "Example: wit outbox list --all")

    @Flag(help: "Also list those that were sent or discarded.")
    var all = false

    // What stands where a verb should: argument-parser takes it for an argument of this one.
    @Argument(help: .hidden)
    var strays: [String] = []

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        guard let stray = strays.first else { return }
        guard Int64(stray) != nil else {
            throw ValidationError(
                "“\(stray)” is not a command of outbox; the commands are: list, send, retry, "
                    + "discard, show.")
        }
        throw ValidationError(
            "Say what to do with mail \(stray): “wit outbox show \(stray)” shows it, “wit outbox "
                + "retry \(stray)” sends it, “wit outbox discard \(stray)” discards it.")
    }

    func run() async throws {
        guard let catalog = try store.openForDryRun() else {
            if !speech.json && !speech.quiet { Output.line("The outbox is empty.") }
            return
        }
        let list = ListOutbox(
            of: catalog, all: all,
            // Where nothing can be written it stays as it is.
            settling: { [store] in try? store.open() })
        let mails = try await list.run { [speech] progress in
            guard case .item(let mail as OutboxMail) = progress.event else { return }
            if speech.json { return Output.json(mail.json) }
            let size =
                mail.bytes < 1_000_000 ? "\((mail.bytes + 999) / 1000) kB" : Self.mega(mail)
            Output.line(
                "\(mail.number)  \(ShownLine(mail.subject).bold)  "
                    + ShownLine(
                        "\(OutboxMail.clock(mail.queuedAt)), \(size), account \(mail.account)"
                    ).dim)
            Output.line("   \(mail.outcome)")
        }.mails
        if !speech.json && !speech.quiet && mails.isEmpty { Output.line("The outbox is empty.") }
    }

    private static func mega(_ mail: OutboxMail) -> String {
        let tenths = (mail.bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}

/// `wit outbox send`
struct OutboxSendVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send the mails that are due.",
        discussion: "Example: wit outbox send --all")

    @Flag(help: "Also send mails whose next attempt is not due yet.")
    var all = false

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        try await OutboxSending(all ? .waiting : .due, settings, store, speech).run()
    }
}

/// `wit outbox retry`
struct OutboxRetryVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Send mails now that are queued, failed, or were perhaps sent.",
        discussion: """
            Example: wit outbox retry 3

            The mail keeps its Message-ID and its bytes; if it had arrived after all, most mail \
            programs show it once.
            """)

    @Argument(
        help: ArgumentHelp("The mails' numbers.", valueName: "number"),
        completion: Completions.mails)
    var numbers: [Int64]

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        try await OutboxSending(.mails(numbers), settings, store, speech).run()
    }
}

/// `wit outbox discard`
struct OutboxDiscardVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Discard mails: their contents are deleted, a record of them is kept.",
        discussion: "Example: wit outbox discard 4")

    @Argument(
        help: ArgumentHelp("The mails' numbers.", valueName: "number"),
        completion: Completions.mails)
    var numbers: [Int64]

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let discard = DiscardMails(numbers, of: try store.openExisting())
        _ = try await discard.run { [speech] progress in
            guard case .item(let mail as OutboxMail) = progress.event else { return }
            if speech.json {
                Output.json(mail.json)
            } else if !speech.quiet {
                Output.line("Mail \(mail.number) “\(mail.subject)” was discarded.")
            }
        }
    }
}

/// `wit outbox show`
struct OutboxShowVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Write a mail of the outbox as an .eml file, or to stdout.",
        discussion: """
            Example: wit outbox show 3 --output mail.eml

            The text of a mail that was sent or discarded is not kept: for such a mail, only \
            its recipients and the time are shown.
            """)

    @Argument(
        help: ArgumentHelp("The mail's number.", valueName: "number"), completion: Completions.mails
    )
    var number: Int64

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The .eml file (default: stdout).", valueName: "file"),
        completion: .file(extensions: ["eml"]))
    var output: String?

    @Flag(help: "Replace the .eml file if it exists.")
    var force = false

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        try requireNonEmpty(output, "--output")
        let catalog = try store.openToRead()
        var place: ShareDelivery.Output?
        if !speech.json {
            place =
                output.flatMap { $0 == "-" ? nil : .file($0, replacing: force) }
                ?? .stream { Output.bytes($0) }
        }
        let read = ReadOutboxMail(number, of: catalog, withMessage: false, into: place)
        let report = try await CtrlC.cancels { try await read.run() }
        if speech.json { Output.json(report.json) }
    }
}
