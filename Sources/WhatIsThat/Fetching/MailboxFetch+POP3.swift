import CatalogDatabase
import MailTransport
import OutputText

extension MailboxFetch {
    /// Looks through a POP3 mailbox: whole messages, since there is nothing else to be had.
    func runPOP3() throws {
        if options.since != nil {
            throw WitError(
                item: account.name, code: .noSearchByDate,
                reason: "POP3 servers cannot search by date")
        }
        let session = POP3Session { [self] () throws(WitError) in
            let stop = stop
            return try POP3Connection(
                account, secret: try secret(), limits: options.connection,
                shouldStop: { stop.isRequested })
        }
        _ = try session.begin()
        if isFirstPass, session.unnamed > 0 {
            let mails = session.unnamed == 1 ? "1 mail" : "\(session.unnamed) mails"
            try tell(
                WorkProgress(
                    .fetching,
                    event: .notice(
                        "\(name): \(mails) left out: the server gives them no unique id (UIDL)")))
        }
        var wanted = try ledger.open(among: session.identifiers)
        if isFirstPass { wanted.formUnion(ledger.again(all: options.retriesAll)) }
        let open = session.identifiers.filter(wanted.contains)
        do {
            // What was not to be had before may end the session again: it comes last.
            let doubtful = open.filter(isDoubtful)
            try whileNoted([]) {
                try takeAll(open.filter { !isDoubtful($0) } + doubtful, doubtful.count, session)
            }
        } catch {
            if (error as? WitError)?.isCatalogError != true { try ledger.write() }
            throw error
        }
        session.end()
        try ledger.write()
        try finishPass()
    }

    private func isDoubtful(_ identifier: String) -> Bool {
        ledger.failures[identifier] != nil || onceOff.contains(identifier)
    }

    /// Takes messages in.
    ///
    /// - Parameter doubtful: How many at the end were not to be had before.
    private func takeAll(_ open: [String], _ doubtful: Int, _ session: POP3Session) throws {
        putOffInARow = 0
        var index = 0
        while index < open.count {
            if index == open.count - doubtful { putOffInARow = 0 }
            if index % Self.batch == 0 { try ledger.write() }
            if stop.isRequested {
                throw WitError.server(.interrupted, "stopped", transient: true)
            }
            let identifier = open[index]
            if try putAside(identifier, uid: nil) {
                index += 1
                continue
            }
            do {
                let (connection, entries) = try session.begin()
                // Gone meanwhile, where a new session shows it no more.
                if let entry = entries[identifier] {
                    try settle(try outcome(of: entry, connection), identifier, uid: nil)
                }
                index += 1
                try tell(WorkProgress(.fetching, done: index, of: open.count))
            } catch {
                let error = WitError(error)
                guard error.isOfServer else { throw error }
                session.end()
                if error.code == .deferred, !error.isAtLogin, index >= open.count - doubtful {
                    // Nothing new; the rest of these, too, is for the next look.
                    current = nil
                    return try settle(.putOff(error.message), identifier, uid: nil)
                }
                guard try goesOn(after: error) else { throw error }
                if ledger.failures[identifier] != nil, strikes[identifier] == nil { index += 1 }
            }
        }
    }

    private func outcome(
        of entry: POP3Connection.Entry, _ connection: POP3Connection
    ) throws -> Outcome {
        let limit = options.limits.messageBytes
        if entry.bytes > limit {
            return .failed(
                "the mail has \(entry.bytes) bytes; the limit is \(limit)", code: .mailTooLong)
        }
        let file = try MessageFile()
        try ledger.take([entry.identifier])
        current = (entry.identifier, nil)
        do throws(WitError) {
            try connection.message(entry, limit: limit) { file.append($0) }
            current = nil
        } catch {
            if let failure = file.failure { throw failure }
            if error.isAtLogin { throw error }
            if error.code == .deferred {
                onceOff.insert(entry.identifier)
                return try putOff(error)
            }
            guard error.code == .refused else { throw error }
            current = nil
            return .failed(error.message)
        }
        putOffInARow = 0
        return try take(file.path, entry.identifier, uid: nil)
    }
}
