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
    /// Puts the message into the outbox and tries to send it; answers the mail as it stands then.
    func deliver(
        _ share: ComposedShare, from account: MailAccount, bcc: [String],
        in catalog: PhotoCatalog
    ) throws -> OutboxMail {
        let control = CtrlC()
        let sending = SendMail(
            of: catalog, settings: try delivery.account.file.read(),
            interruption: control.interruption)
        try sending.settle()
        let options = try options()
        let draft = OutboxMail.Draft(
            messageID: share.messageID.rawValue, account: account.name, sender: account.address,
            recipients: (options.to + options.cc).map(\.address) + bcc, subject: share.subject,
            photos: share.photos.compactMap(\.record.id))
        let bytes = share.bytes
        var place = 0
        var mail = try sending.put(draft) { buffer in
            let count = min(buffer.count, bytes.count - place)
            buffer.copyBytes(from: bytes[place..<place + count])
            place += count
            return count
        }
        try sending.send([mail]) { result in
            switch result {
            case .tried(let now), .left(let now, _): mail = now
            }
        }
        return mail
    }

    /// Opens a draft; what keeps it from that is said.
    func openDraft(_ path: String) -> Bool {
        guard let trouble = DraftFile.open(path) else { return true }
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
