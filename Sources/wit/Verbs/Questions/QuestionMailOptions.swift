import ArgumentParser
import Foundation
import MIMEMessage
import MailTemplates
import MailTransport
import OutputText
import Privacy
import ShareMail
import WhatIsThat

/// How the mail of a question is made and where it goes.
struct QuestionMailOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A recipient; may be repeated.", valueName: "address"))
    var to: [String] = []

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The sender.", valueName: "address"))
    var from: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The .eml file; - for stdout.", valueName: "file"),
        completion: .file(extensions: ["eml"]))
    var output: String?

    @Flag(help: "Send the message through the outbox.")
    var send = false

    @Flag(help: "Open the message as a draft in your mail program.")
    var draft = false

    @Flag(help: "Replace the .eml file if it exists.")
    var force = false

    @Option(help: "The precision of the location that is sent.")
    var location = LocationGrade.exact

    @Option(
        help: ArgumentHelp(
            "Fields to leave out: "
                + FieldGroup.allCases.map(\.rawValue).joined(separator: ", ") + ".",
            valueName: "list"), completion: .list(FieldGroup.allCases.map(\.rawValue)))
    var strip: String?

    @Option(
        help:
            "Make people with marked regions unrecognisable, except the one you ask about.")
    var blur: BlurArgument?

    @Option(help: "The longer side: 800, 1600 or 2560 pixels, or the original size.")
    var size = PhotoSize.medium

    @Option(
        help: ArgumentHelp(
            "The language: \(TemplateLibrary().languages.joined(separator: ", ")), or a folder of your"
                + " own templates (default: as with “wit share”)."),
        completion: Completions.languages)
    var language: String?

    @OptionGroup var folder: TemplateFolderOptions
    @OptionGroup var account: AccountOptions

    /// - Throws: `ValidationError` for what cannot be meant.
    func check(message: String?, needsRecipient: Bool = true) throws {
        if to.isEmpty, needsRecipient {
            throw ValidationError("Say whom to ask: --to ADDRESS.")
        }
        try requireNonEmpty(output, "--output")
        if send, draft { throw ValidationError("Use --send or --draft: a draft is not sent.") }
        if output == nil, !send, !draft {
            throw ValidationError("Say where it goes: --output FILE, --send or --draft.")
        }
        if output == "-", draft {
            throw ValidationError("--draft needs a file: leave out --output, or name one.")
        }
        if account.account != nil, !send, !draft {
            throw ValidationError("--account needs --send or --draft.")
        }
        if message?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("--question is empty.")
        }
        _ = try shareOptions(message: message)
    }

    /// The options and the delivery of the mail, and the settings that they came from.
    func prepared(
        message: String?
    ) throws -> (ShareOptions, ShareDelivery, Settings) {
        let settings = try account.file.read()
        var options = try shareOptions(message: message)
        options.homes = settings.homes
        options.templateFolder = folder.folder(settings.mailLook)
        options.language =
            language ?? settings.mailLook.language
            ?? TemplateLibrary(ownFolder: options.templateFolder).known(
                settings.mailLook.languages(environment: ProcessEnvironment.all)) ?? "en"
        options.mapLink = settings.mailLook.mapLink
        options.mapPicture = settings.mailLook.mapPicture
        var delivery = ShareDelivery()
        delivery.settings = settings
        delivery.sends = send
        delivery.environment = ProcessEnvironment.all
        delivery.opensDraft = draft
        if send {
            delivery.account = try settings.sender(named: account.account)
        } else if draft {
            delivery.account = try account.ofDraft(settings)
        }
        if let account = delivery.account, from == nil {
            options.from = Mailbox(name: account.displayName, address: account.address)
        }
        if output == "-" {
            delivery.output = .stream { Output.bytes($0) }
        } else {
            let path = try output ?? (draft ? DraftFile.path(of: options) : nil)
            delivery.output = path.map { .file($0, replacing: force) }
        }
        return (options, delivery, settings)
    }

    /// Whether an address is known as one's own when answers come.
    var knowsOwnAddress: Bool {
        from != nil || (try? account.file.read().accounts.isEmpty) == false
    }

    private func shareOptions(message: String?) throws -> ShareOptions {
        var options = ShareOptions(
            from: try from.map { try Self.mailbox($0, "--from") },
            to: try to.map { try Self.mailbox($0, "--to") }, message: message)
        options.template = ShareQuestion.template
        options.location = location
        options.size = size
        options.blursPeople = blur == .people
        options.dateOffsetMinutes = TimeZone.current.secondsFromGMT() / 60
        if let strip {
            do throws(WitError) { options.stripped = try FieldGroup.groups(in: strip) } catch {
                throw ValidationError("--strip \(error.message.shownLine)")
            }
        }
        return options
    }

    private static func mailbox(_ text: String, _ option: String) throws -> Mailbox {
        do throws(WitError) { return try Mailbox(validating: text) } catch {
            throw ValidationError("\(option): \(error.message.shownLine)")
        }
    }
}
