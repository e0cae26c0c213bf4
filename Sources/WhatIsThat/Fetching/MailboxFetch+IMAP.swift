import CatalogDatabase
import MIMEMessage
import MailTransport
import OutputText

extension MailboxFetch {
    /// How many messages are asked about at once.
    static let batch = 100

    /// From the beginning of one look through a mailbox to the next, in seconds at least.
    private static let leastPause = 1.0

    /// How long a connection must have held, in seconds, to be no bad one.
    private static let longTime = 5.0 * 60

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
            } catch {
                let error = WitError(error)
                guard error.isOfServer else { throw error }
                // A server that loses each connection is not asked for ever.
                failuresInARow = ledger.done == before ? failuresInARow + 1 : 0
                guard failuresInARow < 5, try goesOn(after: error) else { throw error }
            }
        }
    }

    /// Looks through an IMAP mailbox each time that something may have come.
    ///
    /// - Parameter onPass: called when all that is there was looked at, with whether the next
    ///   connection may come soon: each looks through all of a mailbox without lasting numbers, so
    ///   that there the one before must have held.
    func watchIMAP(onPass: (Bool) -> Void) throws {
        while !stop.isRequested {
            let connection = try connect()
            do {
                while !stop.isRequested {
                    let start = ContinuousClock.now
                    try pass(connection)
                    onPass(ledger.isLasting)
                    let looked = ContinuousClock.now
                    defer {
                        let seconds = (ContinuousClock.now - looked) / .seconds(1)
                        if seconds > Self.longTime { onPass(true) }
                    }
                    _ = try connection.wait(seconds: options.renewal)
                    // Whatever a server says, it is not asked without pause.
                    pause(Self.leastPause - (ContinuousClock.now - start) / .seconds(1))
                }
                connection.logOut()
            } catch {
                let error = WitError(error)
                guard error.isOfServer else { throw error }
                if error.code == .interrupted {
                    connection.logOut()
                    return
                }
                guard try goesOn(after: error) else { throw error }
            }
        }
    }

    private func connect() throws(WitError) -> IMAPConnection {
        numbersMayDiffer = numbersMayDiffer || hasPassed
        hasPassed = false
        let stop = stop
        return try IMAPConnection(
            account, secret: try secret(), limits: options.connection,
            shouldStop: { stop.isRequested })
    }

    /// Looks at each message that is not done yet.
    private func pass(_ connection: IMAPConnection) throws {
        putOffInARow = 0
        let opened: IMAPConnection.Opened
        do throws(WitError) {
            opened = try connection.examine(mailbox)
        } catch {
            var error = error
            if error.code == .refused { error.code = .noSuchMailbox }
            throw error
        }
        let opening = try ledger.open(
            opened.uidValidity, uidNext: opened.uidNext, mayDiffer: numbersMayDiffer)
        numbersMayDiffer = false
        switch opening {
        case .known: break
        case .renumbered:
            forgetNumbers()
            try tell(
                WorkProgress(
                    .fetching,
                    event: .notice(
                        "\(name): the server has renumbered the mailbox; it is searched from the "
                            + "beginning, and nothing is imported twice")))
        case .unnumbered:
            forgetNumbers()
            guard isFirstPass else { break }
            try tell(
                WorkProgress(
                    .fetching,
                    event: .notice(
                        "\(name): the server's UIDs are not persistent; all mails are "
                            + "searched each time, and nothing is imported twice")))
        }
        let first = ledger.firstOpen
        var open = try connection.search(since: options.since, from: first)
            .filter { !ledger.done.contains($0) }
        let again = self.again ?? ledger.again(all: options.retriesAll)
        self.again = again
        open = Array(Set(open).union(again.compactMap(UInt32.init))).sorted()
        var previous = first - 1
        var start = 0
        for uids in batches(of: open) {
            try take(uids, connection, after: &previous, knowsGaps: opened.uidNext > 0) { done in
                try tell(WorkProgress(.fetching, done: start + done, of: open.count))
            }
            start += uids.count
        }
        try finishPass()
    }

    /// Messages in their order, as many at once as are asked about at once; one that the program may
    /// have ended over alone.
    private func batches(of uids: [UInt32]) -> [[UInt32]] {
        var batches: [[UInt32]] = []
        var isOpen = false
        for uid in uids {
            let isSuspect = ledger.isSuspect(String(uid))
            if isOpen, !isSuspect, let count = batches.last?.count, count < Self.batch {
                batches[batches.count - 1].append(uid)
            } else {
                batches.append([uid])
            }
            isOpen = !isSuspect
        }
        return batches
    }

    /// Forgets what is known of messages by numbers that mean other ones now.
    private func forgetNumbers() {
        again = nil
        strikes = [:]
        assembler = PartialAssembler()
        pieces = [:]
    }

    /// Takes in what is worth it of some messages, in their order.
    ///
    /// - Parameters:
    ///   - previous: The message before, which was looked at.
    ///   - knowsGaps: Whether there is nothing between two messages that were found: only where
    ///     the server says which numbers there can be, or one wrong number would hide all below.
    private func take(
        _ uids: [UInt32], _ connection: IMAPConnection, after previous: inout UInt32,
        knowsGaps: Bool, progress: (Int) throws -> Void
    ) throws {
        if uids.count == 1, let uid = uids.first, try putAside(String(uid), uid: uid) {
            previous = uid
            return try progress(1)
        }
        try whileNoted(uids.map(String.init)) {
            try takeNoted(
                uids, connection, after: &previous, knowsGaps: knowsGaps, progress: progress)
        }
        try progress(uids.count)
    }

    private func takeNoted(
        _ uids: [UInt32], _ connection: IMAPConnection, after previous: inout UInt32,
        knowsGaps: Bool, progress: (Int) throws -> Void
    ) throws {
        let summaries = try connection.summaries(of: uids)
        var sizes: [UInt32: Int] = [:]
        for summary in summaries { sizes[summary.uid] = summary.bytes }
        let listed = Set(summaries.map(\.uid))
        let passedOver = try passedOver(summaries, connection)
        // Noted at the end of a batch, whatever ends it: what a kill undoes is taken in once more.
        do {
            for (index, uid) in uids.enumerated() {
                if stop.isRequested {
                    throw WitError.server(.interrupted, "stopped", transient: true)
                }
                if knowsGaps, options.since == nil, previous + 1 < uid {
                    ledger.skip(previous + 1...uid - 1)
                }
                previous = uid
                if passedOver.contains(uid) {
                    tally.passedOver += 1
                    ledger.mark(uid)
                    continue
                }
                let outcome = try outcome(
                    of: uid, bytes: sizes[uid], isListed: listed.contains(uid), connection)
                try settle(outcome, String(uid), uid: uid)
                try progress(index + 1)
            }
        } catch {
            if (error as? WitError)?.isCatalogError != true { try ledger.write() }
            throw error
        }
        try ledger.write()
    }

    private func outcome(
        of uid: UInt32, bytes: Int?, isListed: Bool, _ connection: IMAPConnection
    ) throws -> Outcome {
        let limit = options.limits.messageBytes
        if let bytes, bytes > limit {
            return .failed(
                "the mail has \(bytes) bytes; the limit is \(limit)", code: .mailTooLong)
        }
        let file = try MessageFile()
        try ledger.take([String(uid)])
        current = (String(uid), uid)
        do throws(WitError) {
            let isThere = try connection.message(uid, limit: limit) {
                (piece) throws(WitError) in
                guard file.append(piece) else {
                    throw WitError.server(.failed, "the message cannot be written")
                }
            }
            current = nil
            // Somebody has deleted it since the search; or the server lists it all the same.
            guard isThere else {
                return isListed ? .failed("the server did not return the mail") : .done
            }
        } catch {
            if let failure = file.failure { throw failure }
            if error.code == .deferred { return try putOff(error) }
            guard error.code == .refused else { throw error }
            current = nil
            return .failed(error.message)
        }
        putOffInARow = 0
        return try take(file.path, String(uid), uid: uid)
    }

    /// Those of some messages that hold neither a picture nor a story.
    private func passedOver(
        _ summaries: [MessageSummary], _ connection: IMAPConnection
    ) throws -> Set<UInt32> {
        var passedOver: Set<UInt32> = []
        var texts: [UInt32: ArraySlice<MessageSummary.Part>] = [:]
        for summary in summaries {
            switch MessageChoice(summary) {
            case .whole: break
            case .none: passedOver.insert(summary.uid)
            case .texts(let parts):
                passedOver.insert(summary.uid)
                texts[summary.uid] = parts[...]
            }
        }
        // The first parts of all, then the second ones of those where nothing was found.
        while !texts.isEmpty {
            var sections: [String: [UInt32: MessageSummary.Part]] = [:]
            for (uid, parts) in texts {
                if let part = parts.first { sections[part.section, default: [:]][uid] = part }
                texts[uid] = parts.count > 1 ? parts.dropFirst() : nil
            }
            for (section, parts) in sections {
                try connection.parts(
                    section, of: parts.keys.sorted(), limit: MessageChoice.textLimit
                ) { uid, coded in
                    guard let part = parts[uid] else { return }
                    if MessageChoice.holdsStory(part, coded: coded, limits: options.limits) {
                        passedOver.remove(uid)
                        texts[uid] = nil
                    }
                }
            }
        }
        return try passedOver.subtracting(ofQuestions(passedOver, summaries, connection))
    }

    /// Those of some messages that belong to questions, as their headers tell; reports of mail servers
    /// are looked at whole.
    private func ofQuestions(
        _ uids: Set<UInt32>, _ summaries: [MessageSummary], _ connection: IMAPConnection
    ) throws -> Set<UInt32> {
        guard let catalog = importer.catalog, try catalog.hasQuestions, !uids.isEmpty else {
            return []
        }
        var wanted = Set(
            summaries.filter { summary in
                uids.contains(summary.uid)
                    && summary.parts?.contains {
                        $0.mediaType.hasSuffix("delivery-status")
                    } ?? false
            }.map(\.uid))
        var failure: (any Error)?
        try connection.headers(
            of: uids.subtracting(wanted).sorted(), limit: MessageChoice.headerLimit
        ) { uid, header in
            do {
                let message = MailMessage(parsing: header, limits: options.limits.mime)
                if try catalog.question(of: QuestionMail.traces(of: message)) != nil {
                    wanted.insert(uid)
                }
            } catch { failure = error }
        }
        if let failure { throw failure }
        return wanted
    }
}
