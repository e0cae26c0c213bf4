import MIMEMessage
import MailTransport
import OutputText
import PhotoRecords
import ShareMail

/// The server that a share is sent by: asked, with the account's password, before the photos are made ready.
struct ShareServer {
    private let delivery: ShareDelivery
    private let isLengthTaken: Bool
    private let stop: Interruption

    /// - Parameter isLengthTaken: whether the person said how long a mail may be.
    init(_ delivery: ShareDelivery, isLengthTaken: Bool, _ stop: Interruption) {
        self.delivery = delivery
        self.isLengthTaken = isLengthTaken
        self.stop = stop
    }

    /// The password of the account that sends: where there is none, that has cost nothing. An access token is
    /// asked for anew when the mail is sent, since it may have run out by then.
    ///
    /// - Throws: `WitError` naming the account.
    func secrets() throws(WitError) -> [String: Secret] {
        guard delivery.sends, let account = delivery.account, let source = account.passwordSource
        else { return [:] }
        do throws(WitError) {
            let secret = try source.secret(
                environment: delivery.environment, shouldStop: { stop.isRequested })
            return account.authentication == .xoauth2 ? [:] : [account.name: secret]
        } catch {
            if error.code == .interrupted { throw error }
            throw WitError(
                item: account.name, code: error.code, reason: error.message + "; no mail was made")
        }
    }

    /// What the server takes; nil where nothing is to be asked, or it does not answer: then sending says
    /// why.
    func ask(
        _ options: ShareOptions, _ secrets: [String: Secret]
    ) throws(WitError) -> SubmissionServer? {
        let addresses = [delivery.account?.address].compactMap(\.self) + addresses(options)
        let address = addresses.first(where: InternationalDomain.needsUTF8)
        guard delivery.sends, let account = delivery.account, !isLengthTaken || address != nil
        else { return nil }
        let server: SubmissionServer
        do throws(WitError) {
            server = try SubmissionServer(
                of: account, secret: secrets[account.name], shouldStop: { stop.isRequested })
        } catch {
            if error.code == .interrupted { throw error }
            return nil
        }
        if let address, !server.supportsSMTPUTF8 {
            let refusal = server.refusal(of: address)
            throw WitError(
                item: account.name, code: refusal.code,
                reason: refusal.message + "; no mail was made")
        }
        return server
    }

    /// Keeps the mails within what the server takes, with room for the lines that servers on the way
    /// add.
    func adapt(_ options: inout ShareOptions, to server: SubmissionServer?) {
        guard !isLengthTaken, let most = server?.maximumSize else { return }
        options.maximumBytes = max(most - most / 100 - 8_192, 1)
    }

    /// Says why there are several mails, where the server's limit is the reason, and what servers a mail
    /// needs that is not sent from here.
    func note(
        _ server: SubmissionServer?, _ options: ShareOptions, in shares: inout [ComposedShare]
    ) {
        if !delivery.sends,
            let address = addresses(options).first(where: InternationalDomain.needsUTF8)
        {
            shares[0].findings.append(
                Finding(
                    .warning, "smtputf8", where: address,
                    "“\(address)” is not an ASCII address: only mail servers that offer SMTPUTF8 "
                        + "accept this mail."))
        }
        guard !isLengthTaken, let server, let most = server.maximumSize, shares.count > 1 else {
            return
        }
        shares[0].findings.append(
            Finding(
                .note, "server-limit", where: server.place,
                "\(server.place) accepts mails of at most \(ComposedShare.size(most)), so these photos "
                    + "are sent in \(shares.count)."))
    }

    /// Everybody who stands in the mail's header or gets it.
    private func addresses(_ options: ShareOptions) -> [String] {
        ((options.from.map { [$0] } ?? []) + options.to + options.cc).map(\.address)
            + delivery.hidden
    }
}
