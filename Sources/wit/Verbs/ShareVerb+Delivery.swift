import ArgumentParser
import Foundation
import JSON
import MIMEMessage
import MailTransport
import OutputText
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
    /// The password of the account that sends, asked for before the photos are made ready: where
    /// there is none, that has cost nothing. An access token is asked for anew when the mail is sent,
    /// since it may have run out by then.
    ///
    /// - Throws: an `ItemFailure` naming the account; `Interrupted`.
    func secrets(of account: MailAccount?, _ interruption: Interruption) throws -> [String: Secret]
    {
        guard delivery.send, let account, let source = account.passwordSource else { return [:] }
        do throws(TransportError) {
            let secret = try source.secret(shouldStop: { interruption.isRequested })
            return account.authentication == .xoauth2 ? [:] : [account.name: secret]
        } catch {
            if error.code == .interrupted { throw Self.stopped }
            throw ItemFailure(item: account.name, reason: error.message + "; no mail is made")
        }
    }

    /// What Ctrl-C leaves before there is a mail.
    static let stopped = Interrupted(said: "wit: stopped; no mail is made.")

    /// Puts the messages into the outbox, all or none, and tries to send them; answers the mails as
    /// they stand then.
    func deliver(
        _ shares: [ComposedShare], from account: MailAccount, to options: ShareOptions,
        bcc: [String], in catalog: PhotoCatalog, _ secrets: [String: Secret],
        _ interruption: Interruption
    ) throws -> [OutboxMail] {
        let sending = SendMail(
            of: catalog, settings: try delivery.account.file.read(), secrets: secrets,
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
    /// - Throws: `ExitStatus.someFailed` if there is one; `Interrupted` after Ctrl-C.
    func complain(of mails: [OutboxMail], _ interruption: Interruption) throws {
        var unsent = mails.filter { $0.state != .sent }
        var kept: [OutboxMail] = []
        if interruption.isRequested {
            // Its reason is no error: an empty one for those that were not begun.
            kept = unsent.filter { mail in
                mail.state == .queued && [nil, "interrupted"].contains(mail.errorCode)
            }
            unsent.removeAll { mail in kept.contains { $0.number == mail.number } }
        }
        for mail in unsent { Output.complain("wit: mail \(mail.number) \(mail.outcome)") }
        guard kept.isEmpty else {
            let numbers = kept.map { "\($0.number)" }.joined(separator: ", ")
            let words =
                kept.count == 1
                ? "mail \(numbers) is not sent and waits in the outbox; “wit outbox send” sends it"
                : "mails \(numbers) are not sent and wait in the outbox; “wit outbox send” sends "
                    + "them"
            throw Interrupted(said: "wit: stopped; \(words).")
        }
        guard !unsent.isEmpty else { return }
        if interruption.isRequested { throw Interrupted(said: "wit: stopped.") }
        throw ExitStatus.someFailed
    }

    /// Says in one line that older mails wait in the outbox.
    func mention(olderThan mails: [OutboxMail], in catalog: PhotoCatalog) throws {
        guard !mails.isEmpty, !speech.json, !speech.quiet, let first = mails.map(\.number).min()
        else { return }
        let older = try catalog.outbox().filter { $0.number < first && $0.state != .sending }
        let waiting = older.count { $0.state == .queued }
        var words: [String] = []
        if waiting > 0 {
            words.append(
                waiting == 1
                    ? "an older mail waits; “wit outbox send --all” sends it"
                    : "\(waiting) older mails wait; “wit outbox send --all” sends them")
        }
        if older.count > waiting {
            words.append(
                "\(older.count - waiting) could not be sent and "
                    + (older.count - waiting == 1 ? "needs" : "need")
                    + " your word; see “wit outbox”")
        }
        guard !words.isEmpty else { return }
        let said = "n the outbox " + words.joined(separator: ", and ")
        // On stdout stands the mail, byte by byte.
        if output == "-" {
            Output.complain("wit: i" + said)
        } else {
            Output.line("I\(said).")
        }
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
