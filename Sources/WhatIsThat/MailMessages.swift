import CatalogDatabase
import Files
import MIMEMessage
import OutputText
import PhotoMetadata

/// The messages in what a person names: an .eml file, an mbox, a Maildir, or `-` for stdin.
public enum MailMessages {
    /// Where a message stands.
    public struct Locator: Sendable {
        /// The file; `-` for stdin.
        public let file: String
        /// The message's number in the file, from 1, where that is an mbox; nil otherwise.
        public let number: Int?
        /// Of how many pieces (`message/partial`) the message was put together; nil where it came
        /// whole. The place is then that of the piece that came last.
        public let pieces: Int?
        /// The name to report the message by: `inbox.mbox#3`.
        public var name: String { number.map { "\(file)#\($0)" } ?? file }
    }

    /// What becomes of messages that are pieces of others.
    public enum Pieces: Sendable {
        /// They are put together; only their whole is handed over.
        case joined
        /// They are handed over too, as they stand.
        case apartAndJoined
    }

    /// Hands over one message after another of several mails, pieces (`message/partial`, RFC 2046
    /// §5.2.2) put together wherever in these mails they stand, also forwarded or in a digest.
    ///
    /// - Parameters:
    ///   - mails: paths, or `-`.
    ///   - pieces: what becomes of the pieces themselves.
    ///   - limits: how much is taken from each message.
    ///   - prepare: what can be made of each message alone. For small mails of a folder it is called
    ///     on several threads, ahead of `body`.
    ///   - onFailure: told of each mail that can't be read, is empty or holds no message, and of
    ///     each piece that is not used; the next one comes then.
    ///   - onIncomplete: told, at the end, of each message of which pieces are missing.
    ///   - body: takes one message after another; returns false to end.
    /// - Throws: what `body` throws.
    public static func forEach<Prepared: Sendable>(
        in mails: [String], pieces: Pieces = .joined, limits: MailLimits = MailLimits(),
        prepare: @escaping @Sendable (_ place: Locator, _ message: MailMessage) -> Prepared,
        onFailure: (WitError) -> Void,
        onIncomplete: (WitError) -> Void,
        _ body: (_ place: Locator, _ message: MailMessage, _ prepared: Prepared) throws -> Bool
    ) throws {
        var assembler = PartialAssembler()
        var isEnded = false
        for mail in mails where !isEnded {
            do {
                try forEachAhead(in: mail, limits: limits, prepare: prepare, onFailure: onFailure) {
                    place, message, prepared in
                    /// Hands over what a message makes whole; false to end.
                    func take(_ message: MailMessage, isInside: Bool) throws -> Bool {
                        let outcome = outcome(of: message, at: place, in: &assembler, onFailure)
                        var goesOn = true
                        if !isInside, outcome?.isMessage ?? true || pieces == .apartAndJoined {
                            goesOn = try body(place, message, prepared)
                        }
                        if goesOn, case .whole(let whole, let count)? = outcome {
                            let place = Locator(
                                file: place.file, number: place.number, pieces: count)
                            goesOn = try body(place, whole, prepare(place, whole))
                        }
                        return goesOn
                    }
                    let goesOn =
                        try take(message, isInside: false)
                        && message.embeddedPieces.allSatisfy { try take($0, isInside: true) }
                    isEnded = !goesOn
                    return goesOn
                }
            } catch {
                let failure = WitError(error)
                guard failure.subject?.kind == .item else { throw failure }
                onFailure(failure)
            }
        }
        for set in assembler.incomplete where !isEnded {
            let names = set.names.prefix(3).joined(separator: ", ")
            onIncomplete(WitError(item: names, reason: set.sentence))
        }
    }

    /// Hands over one message after another of several mails, as the function with `prepare` does,
    /// on the thread that calls it.
    ///
    /// - Throws: What `body` throws.
    public static func forEach(
        in mails: [String], pieces: Pieces = .joined, limits: MailLimits = MailLimits(),
        onFailure: (WitError) -> Void,
        onIncomplete: (WitError) -> Void,
        _ body: (_ place: Locator, _ message: MailMessage) throws -> Bool
    ) throws {
        try forEach(
            in: mails, pieces: pieces, limits: limits, prepare: { _, _ in true },
            onFailure: onFailure, onIncomplete: onIncomplete
        ) { place, message, _ in try body(place, message) }
    }

    /// What becomes of a message; nil where there is no room to keep it. What is not used, and why, is
    /// told.
    private static func outcome(
        of message: MailMessage, at place: Locator, in assembler: inout PartialAssembler,
        _ onFailure: (WitError) -> Void
    ) -> PartialAssembler.Outcome? {
        do throws(WitError) {
            let outcome = try assembler.take(message, named: place.name)
            if case .refused(let defect) = outcome {
                onFailure(WitError(item: place.name, reason: defect.message))
            }
            return outcome
        } catch {
            onFailure(WitError(item: place.name, reason: error.message))
            return nil
        }
    }

    /// A mail of more octets is not read ahead: several would fill memory, and their pictures keep
    /// all cores at work anyhow.
    private static let smallMail = 128 << 10
    /// So many octets of mails wait at most: what is read from a mail may be many times as large.
    private static let mostAhead = 2 << 20

    /// What was read ahead of a file.
    private enum Ahead<Prepared: Sendable>: Sendable {
        case message(Locator, MailMessage, Prepared)
        /// To be read in its turn: large, an mbox, nothing that can be read.
        case later

        /// Octets of the message.
        var weight: Int {
            if case .message(_, let message, _) = self { message.root.range.count } else { 0 }
        }
    }

    /// Hands over one message after another as ``forEach(in:limits:onFailure:_:)`` does; the small
    /// ones of a folder are read and prepared ahead by all cores.
    private static func forEachAhead<Prepared: Sendable>(
        in mail: String, limits: MailLimits,
        prepare: @escaping @Sendable (Locator, MailMessage) -> Prepared,
        onFailure: (WitError) -> Void,
        _ body: (Locator, MailMessage, Prepared) throws -> Bool
    ) throws {
        let files = mail == "-" ? [] : MailSource.isFolder(mail) ? try files(in: mail) : []
        guard !files.isEmpty else {
            return try forEach(in: mail, limits: limits, onFailure: onFailure) { place, message in
                try body(place, message, prepare(place, message))
            }
        }
        let small = min(smallMail, limits.messageBytes)
        let ahead = LookAhead(files, mostWaiting: Self.mostAhead, weight: \.weight) {
            file -> Ahead<Prepared> in
            guard let item = MailSource.message(inSmallFile: file, upTo: small),
                !item.octets.isEmpty, !isPhoto(item)
            else { return .later }
            let place = Locator(file: file, number: nil, pieces: nil)
            let message = MailMessage(parsing: item.octets, limits: limits.mime)
            return .message(place, message, prepare(place, message))
        }
        defer { ahead.stop() }
        for file in files {
            switch ahead.next() {
            case .message(let place, let message, let prepared)?:
                if try !body(place, message, prepared) { return }
            case .later?:
                do {
                    var goesOn = true
                    try forEach(in: file, limits: limits, onFailure: onFailure) { place, message in
                        goesOn = try body(place, message, prepare(place, message))
                        return goesOn
                    }
                    if !goesOn { return }
                } catch {
                    let failure = WitError(error)
                    guard failure.subject?.kind == .item else { throw failure }
                    onFailure(failure)
                }
            case nil: return
            }
        }
    }

    private static func files(in folder: String) throws -> [String] {
        do throws(WitError) {
            return try MailSource.files(in: folder)
        } catch {
            throw error.of(item: folder)
        }
    }

    private static func isPhoto(_ item: MailSource.Item) -> Bool {
        (try? PhotoReader().read(bytes: item.octets.bytes(0..<64))) != nil
    }

    /// Hands over one message after another, with the place where it stands; pieces as they stand.
    ///
    /// - Parameters:
    ///   - mail: a path, or `-`.
    ///   - limits: how much is taken from each message.
    ///   - onFailure: told of each file in a folder that can't be read or is empty; the next
    ///     one comes then.
    ///   - body: returns false to end.
    /// - Throws: a `WitError` naming the mail where it can't be read, is empty or holds no
    ///   message; what `body` throws.
    public static func forEach(
        in mail: String, limits: MailLimits = MailLimits(),
        onFailure: (WitError) -> Void = { _ in },
        _ body: (_ place: Locator, _ message: MailMessage) throws -> Bool
    ) throws {
        let source: MailSource = mail == "-" ? .standardInput : .path(mail)
        var isAnything = false
        do {
            try source.forEach(
                limit: limits.messageBytes,
                onFailure: { error in
                    isAnything = true
                    onFailure(error.of(item: error.item))
                }
            ) { item in
                guard !item.octets.isEmpty else {
                    let failure = WitError(item: item.name, reason: "the mail is empty: 0 bytes")
                    guard item.file != mail else { throw failure }
                    isAnything = true
                    onFailure(failure)
                    return
                }
                isAnything = true
                if isPhoto(item) {
                    onFailure(
                        WitError(
                            item: item.name, code: .photoNotMail, reason: "a photo, not a mail")
                    )
                    return
                }
                let place = Locator(file: item.file, number: item.number, pieces: nil)
                let message = MailMessage(parsing: item.octets, limits: limits.mime)
                if try !body(place, message) { throw Ended() }
            }
        } catch is Ended {
            return
        } catch {
            let error = WitError(error)
            guard error.subject?.kind == .file else { throw error }
            throw error.of(item: mail)
        }
        guard isAnything else {
            throw WitError(
                item: mail, reason: "contains no mail: not an .eml file, mbox or Maildir")
        }
    }

    /// How many bytes the mails in what a person names have about, for a progress bar; stdin's
    /// are unknown and count as none.
    ///
    /// - Parameter isStopped: asked before each file; what it counts then is of no use.
    public static func bytes(in mails: [String], isStopped: () -> Bool = { false }) -> Int {
        var sum = 0
        for mail in mails {
            switch PathState(of: mail) {
            case .file(let stamp): sum += Int(stamp.size)
            case .folder:
                for file in MailSource.files(inFolder: mail) {
                    if isStopped() { return sum }
                    sum += Int(FileStamp(of: file)?.size ?? 0)
                }
            default: continue
            }
        }
        return sum
    }

    private struct Ended: Error {}
}

extension PartialAssembler.Outcome {
    /// Whether the message that was taken stands for itself.
    fileprivate var isMessage: Bool {
        switch self {
        case .ordinary, .refused: true
        case .kept, .whole: false
        }
    }
}

extension WitError.Code {
    /// A photo was given for a mail.
    public static let photoNotMail: Self = "photo-not-mail"
}
