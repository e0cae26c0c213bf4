import MIMEMessage
import MailTransport
import OutputText
import PhotoRecord
import ShareMail
import WhatIsThat

extension ShareVerb {
    /// What the server of the account that sends takes, asked before the photos are made ready; nil
    /// where nothing is to be asked, or it does not answer: then sending says why.
    ///
    /// - Throws: `Interrupted`.
    func server(
        of account: MailAccount?, _ options: ShareOptions, _ secrets: [String: Secret],
        _ interruption: Interruption
    ) throws -> SubmissionServer? {
        let addresses = [account?.address].compactMap(\.self) + addresses(options)
        let address = addresses.first(where: InternationalDomain.needsUTF8)
        guard delivery.send, let account, maxBytes == nil || address != nil else { return nil }
        let server: SubmissionServer
        do throws(TransportError) {
            server = try SubmissionServer(
                of: account, secret: secrets[account.name],
                shouldStop: { interruption.isRequested })
        } catch {
            if error.code == .interrupted { throw Self.stopped }
            return nil
        }
        if let address, !server.takesUTF8 {
            throw ItemFailure(
                item: account.name,
                reason: server.refusal(of: address).message + "; no mail is made")
        }
        return server
    }

    /// Everybody who stands in the mail's header or gets it.
    private func addresses(_ options: ShareOptions) -> [String] {
        let hidden = (try? hidden()) ?? []
        return ((options.from.map { [$0] } ?? []) + options.to + options.cc).map(\.address) + hidden
    }

    /// Keeps the mails within what the server takes, with room for the lines that servers on the way
    /// add.
    func adapt(_ options: inout ShareOptions, to server: SubmissionServer?) throws {
        guard maxBytes == nil, let most = server?.maximumSize else { return }
        options.maximumBytes = max(most - most / 100 - 8_192, 1)
    }

    /// Says why there are several mails, where the server's limit is the reason, and what servers a mail
    /// needs that is not sent from here.
    func note(
        _ server: SubmissionServer?, _ options: ShareOptions, in shares: inout [ComposedShare]
    ) {
        if !delivery.send,
            let address = addresses(options).first(where: InternationalDomain.needsUTF8)
        {
            shares[0].findings.append(
                Finding(
                    .warning, "smtputf8", where: address,
                    "“\(address)” is an address beyond ASCII: only mail servers that offer SMTPUTF8 "
                        + "take this mail."))
        }
        guard maxBytes == nil, let server, let most = server.maximumSize, shares.count > 1 else {
            return
        }
        shares[0].findings.append(
            Finding(
                .note, "server-limit", where: server.place,
                "\(server.place) takes mails of at most \(ComposedShare.size(most)), so these photos "
                    + "go in \(shares.count)."))
    }
}
