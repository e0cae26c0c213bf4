import CatalogDatabase
import Foundation
import MIMEMessage
import MailTransport
import OutputText

extension MailboxFetch {
    /// What became of one message.
    enum Outcome: Equatable {
        /// It is done.
        case done
        /// It is a piece of another one that has not come whole yet.
        case waits
        /// The server does not give it out just now; this is why.
        case putOff(String)
        /// It cannot be taken in; this is why.
        case failed(String, code: WitError.Code = .itemFailed)
    }

    /// Takes a message in that lies in a file.
    ///
    /// - Parameter key: Its UID or identifier.
    func take(_ path: String, _ key: String, uid: UInt32?) throws -> Outcome {
        let name = "\(name)#\(key)"
        let octets: MailOctets
        do throws(WitError) {
            octets = try MailOctets(contentsOfFile: path)
        } catch {
            throw WitError(item: name, reason: error.message)
        }
        guard !octets.isEmpty else { return .failed("the mail is empty: 0 bytes") }
        tally.bytes += octets.count
        let message = MailMessage(parsing: octets, limits: options.limits.mime)
        var failure: Outcome?
        // Pieces of others may be forwarded in it, or stand in a digest.
        for message in [message] + message.embeddedPieces {
            let outcome = try take(message, name, key, uid: uid)
            if case .failed = outcome { failure = failure ?? outcome }
        }
        return failure ?? (pieces[name] == nil ? .done : .waits)
    }

    /// Takes a message in that may be a piece of another one.
    private func take(
        _ message: MailMessage, _ name: String, _ key: String, uid: UInt32?
    ) throws -> Outcome {
        let outcome: PartialAssembler.Outcome
        do throws(WitError) {
            outcome = try assembler.take(message, named: name)
        } catch {
            // A full disk, as below.
            throw WitError(item: name, reason: error.message)
        }
        switch outcome {
        case .ordinary: return try take(message, name)
        case .refused(let defect): return .failed(defect.message)
        case .kept:
            pieces[name] = (key, uid)
            return .waits
        case .whole(let whole, _):
            let outcome = try take(whole, name)
            guard outcome == .done else { return outcome }
            finishPieces(but: name)
            return .done
        }
    }

    /// Takes the messages as done whose pieces wait for nothing more.
    ///
    /// - Parameter name: One whose end is told by what becomes of it.
    func finishPieces(but name: String? = nil) {
        let waiting = Set(assembler.incomplete.flatMap(\.names))
        for (piece, entry) in pieces where !waiting.contains(piece) {
            if piece != name { finish(entry.message, uid: entry.uid) }
            pieces[piece] = nil
        }
    }

    private func take(_ message: MailMessage, _ name: String) throws -> Outcome {
        let report = try taken(message, name)
        // A full disk is not the mail's fault: it is not to be given up for it, nor the others.
        if let failure = report.failures.first { throw failure }
        if report.photos.isEmpty, report.answer == nil {
            tally.passedOver += 1
        } else {
            tally.taken += 1
            try tell(WorkProgress(.fetching, event: .item(report)))
        }
        return .done
    }

    /// Takes a whole message in.
    ///
    /// - Throws: `WitError` of code `interrupted`, which settles nothing, where a person asked
    ///   to stop; `WitError`.
    private func taken(_ message: MailMessage, _ name: String) throws -> ImportMail.Report {
        do throws(WitError) {
            return try importer.take(message, name: name)
        } catch {
            guard error.code == .interrupted else { throw error }
            throw WitError.server(.interrupted, "stopped", transient: true)
        }
    }

    func finish(_ key: String, uid: UInt32?) {
        if let uid {
            ledger.mark(uid)
        } else {
            ledger.mark(identifier: key)
        }
    }

    /// Notes what became of a message, and tells of a failure.
    func settle(_ outcome: Outcome, _ key: String, uid: UInt32?) throws {
        strikes[key] = nil
        again?.remove(key)
        switch outcome {
        case .done:
            finish(key, uid: uid)
        case .waits:
            // Noted at the end, when it is known whether the others came.
            break
        case .putOff(let reason):
            // Not done, and not its fault: the next look through the mailbox tries it.
            try fail("\(name)#\(key)", reason)
        case .failed(let reason, let code):
            try ledger.fail(key, uid: uid, reason: reason)
            try fail("\(name)#\(key)", reason, code: code)
        }
    }

    /// Looks at messages, noted as what the program is at, and takes the note back.
    ///
    /// - Throws: What the work throws; `WitError` where the note cannot be written or taken back: the
    ///   next fetch would take these messages for such as ended the program.
    func whileNoted(_ messages: [String], _ work: () throws -> Void) throws {
        try ledger.take(messages)
        do { try work() } catch {
            try? ledger.take([])
            throw error
        }
        try ledger.take([])
    }

    /// Puts a message aside over which the program ended too often; answers whether it did.
    func putAside(_ key: String, uid: UInt32?) throws -> Bool {
        guard !options.retriesAll, let reason = ledger.reasonAside(key) else { return false }
        try whileNoted([key]) {
            again?.remove(key)
            try ledger.fail(key, uid: uid, reason: reason, givesUp: true)
        }
        try fail("\(name)#\(key)", reason)
        return true
    }

    /// How many messages in a row must be put off for the server to mean all.
    private static let leastPutOff = 3

    /// What becomes of the message that is coming over where the server puts it off: one that
    /// cannot be had now does not hold up the others; a server that gives nothing now is left alone.
    func putOff(_ error: WitError) throws(WitError) -> Outcome {
        putOffInARow += 1
        guard putOffInARow < Self.leastPutOff else { throw error }
        current = nil
        return .putOff(error.message)
    }

    /// Whether a fetch goes on after an error over a message: the connection is lost then, and the
    /// message is tried a second time, unless it is to blame by itself.
    func goesOn(after error: WitError) throws -> Bool {
        guard let (key, uid) = current, error.code != .interrupted else { return false }
        current = nil
        if error.code == .deferred || error.isAtLogin { return false }
        let isToBlame = error.code == .tooLarge || error.code == .notUnderstood
        guard isToBlame || error.isTransient else { return false }
        strikes[key, default: 0] += isToBlame ? 2 : 1
        if strikes[key, default: 0] >= 2 {
            try settle(.failed(error.message), key, uid: uid)
        } else {
            pause(min(options.patience, 1))
        }
        return true
    }
}
