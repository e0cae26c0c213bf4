import MailTransport
import PhotoCatalog

extension FetchMail {
    /// Looks through a POP3 mailbox: whole messages, since there is nothing else to be had.
    func runPOP3() throws {
        if options.since != nil {
            throw ItemFailure(
                item: account.name,
                reason: "POP3 servers know no search by date; leave --since out")
        }
        let interruption = interruption
        func connect() throws(TransportError) -> POP3Connection {
            try POP3Connection(
                account, secret: try secret(), limits: options.connection,
                shouldStop: { interruption.isRequested })
        }
        let connection = try connect()
        let entries = try connection.entries()
        if isFirstPass, connection.unnamed > 0 {
            let mails = connection.unnamed == 1 ? "1 mail" : "\(connection.unnamed) mails"
            try tell(
                .notice(
                    "\(name): \(mails) left out: the server gives no name that tells one from the "
                        + "others (UIDL)"))
        }
        var wanted = try ledger.open(among: entries.map(\.identifier))
        if isFirstPass { wanted.formUnion(ledger.again(all: options.retriesAll)) }
        let open = entries.map(\.identifier).filter(wanted.contains)
        do {
            try takeAll(open, connection, entries, connect)
        } catch {
            if !(error is CatalogError) { try ledger.write() }
            throw error
        }
        try ledger.write()
        try finishPass()
    }

    private func takeAll(
        _ open: [String], _ first: POP3Connection, _ there: [POP3Connection.Entry],
        _ connect: () throws(TransportError) -> POP3Connection
    ) throws {
        var (connection, entries) = (first, there)
        putOffInARow = 0
        var index = 0
        while index < open.count {
            if index % Self.batch == 0 { try ledger.write() }
            if interruption.isRequested {
                throw TransportError(.interrupted, "stopped", transient: true)
            }
            let identifier = open[index]
            // Gone meanwhile, where a new connection shows it no more.
            guard let entry = entries.first(where: { $0.identifier == identifier }) else {
                index += 1
                continue
            }
            do {
                try settle(
                    try outcome(of: entry, connection), identifier, uid: nil)
                index += 1
                if connection.isOver {
                    connection = try connect()
                    entries = try connection.entries()
                }
                try tell(.progress(done: index, of: open.count))
            } catch let error as TransportError {
                guard try goesOn(after: error) else { throw error }
                // The numbers count for one session alone (RFC 1939 §5).
                connection = try connect()
                entries = try connection.entries()
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
                "the mail has \(entry.bytes) bytes; the limit is \(limit) (--limit message=…)")
        }
        let file = try MessageFile()
        current = (entry.identifier, nil)
        do throws(TransportError) {
            try connection.message(entry, limit: limit) { file.append($0) }
            current = nil
        } catch {
            if let failure = file.failure { throw failure }
            if error.code == .deferred { return try putOff(error) }
            guard error.code == .refused else { throw error }
            current = nil
            return .failed(error.message)
        }
        putOffInARow = 0
        return try take(file.path, entry.identifier, uid: nil)
    }
}
