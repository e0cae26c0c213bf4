import MailTransport
import PhotoCatalog

extension FetchMail {
    /// How many messages are asked about at once.
    private static let batch = 100

    /// Looks through an IMAP mailbox, with a new connection where one is lost over a message.
    func runIMAP() throws {
        var failuresInARow = 0
        while true {
            let connection = try connect()
            let before = ledger.done
            do {
                try pass(connection)
                connection.logOut()
                return
            } catch let error as TransportError {
                // A server that loses each connection is not asked for ever.
                failuresInARow = ledger.done == before ? failuresInARow + 1 : 0
                guard failuresInARow < 5, try goesOn(after: error) else { throw error }
            }
        }
    }

    /// Looks through an IMAP mailbox each time that something may have come.
    ///
    /// - Parameter onPass: called when all that is there was looked at.
    func watchIMAP(onPass: () -> Void) throws {
        while !interruption.isRequested {
            let connection = try connect()
            do {
                while !interruption.isRequested {
                    try pass(connection)
                    onPass()
                    _ = try connection.wait(seconds: options.renewal)
                }
                connection.logOut()
            } catch let error as TransportError {
                if error.code == .interrupted {
                    connection.logOut()
                    return
                }
                guard try goesOn(after: error) else { throw error }
            }
        }
    }

    private func connect() throws(TransportError) -> IMAPConnection {
        let interruption = interruption
        return try IMAPConnection(
            account, secret: try secret(), limits: options.connection,
            shouldStop: { interruption.isRequested })
    }

    /// Looks at each message that is not done yet.
    private func pass(_ connection: IMAPConnection) throws {
        let opened = try connection.examine(mailbox)
        if try ledger.open(opened.uidValidity) {
            try tell(
                .notice(
                    "\(name): the server has numbered the mailbox anew; it is looked through from "
                        + "the beginning, and nothing is taken in twice"))
        }
        let first = ledger.firstOpen
        var open = try connection.search(since: options.since, from: first)
            .filter { !ledger.done.contains($0) }
        let again = self.again ?? ledger.again(all: options.retriesAll)
        self.again = again
        open = Array(Set(open).union(again.compactMap(UInt32.init))).sorted()
        var previous = first - 1
        for start in stride(from: 0, to: open.count, by: Self.batch) {
            let uids = Array(open[start..<min(start + Self.batch, open.count)])
            try take(uids, connection, after: &previous) { done in
                try tell(.progress(done: start + done, of: open.count))
            }
        }
        try finishPass()
    }

    /// Takes in what is worth it of some messages, in their order.
    ///
    /// - Parameter previous: The message before, which was looked at.
    private func take(
        _ uids: [UInt32], _ connection: IMAPConnection, after previous: inout UInt32,
        progress: (Int) throws -> Void
    ) throws {
        let summaries = try connection.summaries(of: uids)
        var sizes: [UInt32: Int] = [:]
        for summary in summaries { sizes[summary.uid] = summary.bytes }
        let passedOver = try passedOver(summaries, connection)
        // What is done since the last time that it was noted.
        var unnoted: [ClosedRange<UInt32>] = []
        for (index, uid) in uids.enumerated() {
            if interruption.isRequested {
                try ledger.finish(unnoted)
                throw TransportError(.interrupted, "stopped", transient: true)
            }
            // Without a day to begin with, there is nothing between two messages that were found.
            let range = options.since == nil && previous < uid ? previous + 1...uid : uid...uid
            previous = uid
            if passedOver.contains(uid) {
                tally.passedOver += 1
                unnoted.append(range)
                continue
            }
            let outcome = try outcome(of: uid, bytes: sizes[uid], connection)
            if outcome != .done || range.count > 1 || !unnoted.isEmpty {
                if range.lowerBound < uid { unnoted.append(range.lowerBound...uid - 1) }
                try ledger.finish(unnoted)
                unnoted = []
            }
            try settle(outcome, String(uid), uid: uid, range: uid...uid)
            try progress(index + 1)
        }
        try ledger.finish(unnoted)
        try progress(uids.count)
    }

    private func outcome(
        of uid: UInt32, bytes: Int?, _ connection: IMAPConnection
    ) throws -> Outcome {
        let limit = options.limits.messageBytes
        if let bytes, bytes > limit {
            return .failed(
                "the mail has \(bytes) bytes; the limit is \(limit) (--limit message=…)")
        }
        let file = try MessageFile()
        current = (String(uid), uid)
        do throws(TransportError) {
            let isThere = try connection.message(uid, limit: limit) {
                (piece) throws(TransportError) in
                guard file.append(piece) else {
                    throw TransportError(.failed, "the message cannot be written")
                }
            }
            current = nil
            // Somebody has deleted it since.
            guard isThere else { return .done }
        } catch {
            if let failure = file.failure { throw failure }
            guard error.code == .refused else { throw error }
            current = nil
            return .failed(error.message)
        }
        return try take(file.path, String(uid), uid: uid)
    }

    /// Those of some messages that hold neither a picture nor a story.
    private func passedOver(
        _ summaries: [MessageSummary], _ connection: IMAPConnection
    ) throws -> Set<UInt32> {
        var passedOver: Set<UInt32> = []
        var texts: [String: [UInt32: MessageSummary.Part]] = [:]
        for summary in summaries {
            switch MessageChoice(summary) {
            case .whole: break
            case .none: passedOver.insert(summary.uid)
            case .text(let part):
                passedOver.insert(summary.uid)
                texts[part.section, default: [:]][summary.uid] = part
            }
        }
        for (section, parts) in texts {
            try connection.parts(
                section, of: parts.keys.sorted(), limit: MessageChoice.textLimit
            ) { uid, coded in
                guard let part = parts[uid] else { return }
                if MessageChoice.holdsStory(part, coded: coded, limits: options.limits) {
                    passedOver.remove(uid)
                }
            }
        }
        return passedOver
    }
}
