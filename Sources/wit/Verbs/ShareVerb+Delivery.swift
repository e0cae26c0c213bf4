import ArgumentParser
import Foundation
import MIMEMessage
import MailTransport
import PhotoCatalog
import PhotoRecord
import ShareMail
import WhatIsThat

/// Where a finished message goes besides a file.
struct DeliveryOptions: ParsableArguments {
    @Flag(help: "Send the message: it goes into the outbox and out from there.")
    var send = false

    @Flag(help: "Open the message as a draft in your mail program.")
    var draft = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Who gets it unseen by the others, with --send; may be repeated.",
            valueName: "address"))
    var bcc: [String] = []

    @OptionGroup var account: AccountOptions

    func validate() throws {
        if send && draft { throw ValidationError("Either --send or --draft: a draft is unsent.") }
        if !bcc.isEmpty && !send {
            throw ValidationError("--bcc goes with --send: what is no header stands in no file.")
        }
        if account.account != nil && !send && !draft {
            throw ValidationError("--account goes with --send or --draft.")
        }
    }

    /// The account that sends the message or stands in the draft; nil where none is wanted, or a
    /// draft has none.
    func sender() throws -> MailAccount? {
        if send { return try sendingAccount() }
        guard draft else { return nil }
        if account.account != nil { return try account.chosen() }
        let settings = try account.file.read()
        return settings.accounts.count == 1 ? settings.accounts.first : nil
    }

    /// What is missing is said before the pictures are made.
    private func sendingAccount() throws -> MailAccount {
        let account = try account.chosen()
        guard account.smtp != nil else {
            throw ValidationError(
                "The account “\(account.name)” sends no mail: it needs smtp = \"smtp://…\" in the "
                    + "settings.")
        }
        return account
    }
}

/// Where a message went.
struct Delivered {
    /// The file; nil for none, or stdout.
    var path: String?
    /// Whether a draft was opened.
    var opened: Bool?
    /// The mail in the outbox.
    var mail: OutboxMail?
}

extension String {
    /// The text with its first letter as a capital.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension ShareVerb {
    /// Puts the messages into the outbox, all or none, and tries to send them; answers the mails as
    /// they stand then.
    func deliver(
        _ shares: [ComposedShare], from account: MailAccount, to options: ShareOptions,
        bcc: [String], in catalog: PhotoCatalog, _ interruption: Interruption
    ) throws -> [OutboxMail] {
        let sending = SendMail(
            of: catalog, settings: try delivery.account.file.read(),
            interruption: interruption)
        try sending.settle()
        let drafts = shares.map { share in
            OutboxMail.Draft(
                messageID: share.messageID.rawValue, account: account.name,
                sender: account.address,
                recipients: (options.to + options.cc).map(\.address) + bcc,
                subject: share.subject, photos: share.photos.compactMap(\.record.id))
        }
        var places = shares.map { _ in 0 }
        var mails = try sending.put(drafts) { index, buffer in
            let count = try shares[index].read(at: places[index], into: buffer)
            places[index] += count
            return count
        }
        try sending.send(mails) { result in
            switch result {
            case .tried(let now), .left(let now, _):
                mails = mails.map { $0.number == now.number ? now : $0 }
            }
        }
        return mails
    }

    /// Says which mails were not sent.
    ///
    /// - Throws: `ExitStatus.someFailed` if there is one.
    func complain(of mails: [OutboxMail]) throws {
        let unsent = mails.filter { $0.state != .sent }
        for mail in unsent { Output.complain("wit: mail \(mail.number) \(mail.outcome)") }
        if !unsent.isEmpty { throw ExitStatus.someFailed }
    }

    /// What was done, with a draft opened.
    func opened(_ done: Delivered) -> Delivered {
        var done = done
        if delivery.draft, let path = done.path { done.opened = openDraft(path) }
        return done
    }

    /// Opens a draft; what keeps it from that is said.
    func openDraft(_ path: String) -> Bool {
        // The mail program has no use for the accounts' passwords.
        var environment = ProcessInfo.processInfo.environment
        for account in (try? delivery.account.file.read())?.accounts ?? [] {
            if case .environment(let name) = account.passwordSource { environment[name] = nil }
        }
        guard let trouble = DraftFile.open(path, environment: environment) else { return true }
        let why =
            switch trouble {
            case .noDisplay: "there is no screen to show it on"
            case .noOpener(let name): "\(name) is not installed"
            case .failed(let name): "\(name) found no program for mail"
            }
        if !speech.quiet {
            Output.complain("wit: the draft was not opened, as \(why); it lies in \(path)")
        }
        return false
    }
}
