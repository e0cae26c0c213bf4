import Foundation

/// A connection to an account's IMAP server, logged in: RFC 9051, RFC 3501.
///
/// libcurl connects, secures and logs in; what is said then is said here. Mailboxes are opened by
/// `EXAMINE` and messages read by `BODY.PEEK`, so that nothing there changes, not even `\Seen`.
///
/// After an error other than `refused` the connection is not to be used any more.
public final class IMAPConnection {
    /// A mailbox that was opened.
    public struct Opened: Hashable, Sendable {
        /// While it stays the same, so do the messages' numbers: RFC 9051 §2.3.1.1; 0 where the
        /// server does not say.
        public var uidValidity: UInt32
        /// How many messages there are.
        public var messages: Int
    }

    /// The server, as it is named to people.
    public let place: String
    let handle: CurlHandle
    let bytes: CurlBytes
    let reader: IMAPResponseReader
    let limits: ConnectionLimits
    private var number = 0
    var capabilities: Set<String> = []
    /// Whether the server told of messages since the mailbox was opened: it may do so with the
    /// answer to any command.
    var hasNews = false

    /// Connects and logs in.
    ///
    /// - Parameters:
    ///   - secret: The password or token; nil logs in nowhere, for a server that asks for none.
    ///   - shouldStop: Asked about twice a second: whether to give up.
    /// - Throws: `TransportError`: `no-server`, what connecting throws, `login-refused`.
    public init(
        _ account: MailAccount, secret: Secret?, limits: ConnectionLimits = ConnectionLimits(),
        shouldStop: @escaping () -> Bool = { false }
    ) throws(TransportError) {
        guard let server = account.imap else {
            throw TransportError(.noServer, "the account “\(account.name)” has no imap server")
        }
        place = server.place
        self.limits = limits
        handle = try CurlHandle(
            to: server, of: account, secret: secret, limits: limits, shouldStop: shouldStop)
        try handle.open()
        bytes = CurlBytes(handle, patience: Double(limits.quiet))
        reader = IMAPResponseReader(bytes)
        try learnCapabilities()
    }

    /// What is left in libcurl's own buffer after the login may be a part of a line: the first
    /// answer's end clears that away.
    private func learnCapabilities() throws(TransportError) {
        var found: Set<String> = []
        try run("CAPABILITY") { response in
            guard case .data(let values, _) = response, values.first?.isAtom("CAPABILITY") == true
            else { return }
            found.formUnion(values.dropFirst().compactMap { $0.atom?.uppercased() })
        }
        capabilities = found
    }

    // MARK: Mailboxes

    /// The names of the mailboxes that can be opened.
    public func mailboxes() throws(TransportError) -> [String] {
        var names: [String] = []
        try run("LIST \"\" \"*\"") { response in
            guard case .data(let values, _) = response, values.count >= 4,
                values[0].isAtom("LIST"), let flags = values[1].list,
                let name = values[3].text, names.count < 100_000
            else { return }
            let marks = flags.compactMap { $0.atom?.lowercased() }
            if marks.contains("\\noselect") || marks.contains("\\nonexistent") { return }
            names.append(MailboxName.decoded(name))
        }
        return names
    }

    /// Opens a mailbox for reading.
    ///
    /// - Throws: `bad-argument` for a name with control characters, `refused` where there is none.
    public func examine(_ mailbox: String) throws(TransportError) -> Opened {
        guard let name = MailboxName(mailbox) else {
            throw TransportError(
                .badArgument, "“\(mailbox.printableLine)” is no name of a mailbox")
        }
        var opened = Opened(uidValidity: 0, messages: 0)
        try run("EXAMINE \(name.quoted)") { response in
            switch response {
            case .status(let status):
                if let number = status.number("UIDVALIDITY") {
                    opened.uidValidity = UInt32(truncatingIfNeeded: number)
                }
            case .data(let values, _) where values.count >= 2 && values[1].isAtom("EXISTS"):
                opened.messages = values[0].number.flatMap { Int(exactly: $0) } ?? 0
            default: break
            }
        }
        hasNews = false
        return opened
    }

    // MARK: Messages

    /// The numbers of a mailbox's messages, ascending.
    ///
    /// - Parameters:
    ///   - since: Only what came to the mailbox on that day or later: `1-Feb-2026`.
    ///   - first: Only from this number on.
    public func search(since: IMAPDate?, from first: UInt32) throws(TransportError) -> [UInt32] {
        var found: [UInt32] = []
        let range = first > 1 ? "UID \(first):*" : "ALL"
        try run("UID SEARCH \(range)" + (since.map { " SINCE \($0.text)" } ?? "")) {
            response throws(TransportError) in
            guard case .data(let values, let isCut) = response,
                values.first?.isAtom("SEARCH") == true
            else { return }
            if isCut {
                throw TransportError(.notUnderstood, "\(self.place) names too many messages")
            }
            // QUIRK: `n:*` always finds the last message, even where its number is below n.
            found += values.dropFirst().compactMap { value in
                value.number.flatMap { UInt32(exactly: $0) }.flatMap { $0 >= first ? $0 : nil }
            }
        }
        return Array(Set(found.filter { $0 > 0 })).sorted()
    }

    /// What the server says of messages before they are fetched.
    public func summaries(of uids: [UInt32]) throws(TransportError) -> [MessageSummary] {
        var found: [UInt32: MessageSummary] = [:]
        let wanted = Set(uids)
        try run("UID FETCH \(UIDSet(uids)) (UID RFC822.SIZE BODYSTRUCTURE)") { response in
            guard case .data(let values, let isCut) = response,
                let summary = MessageSummary(values, isCut: isCut), wanted.contains(summary.uid)
            else { return }
            // A server may say later that something of a message changed: the first word counts.
            if found[summary.uid] == nil { found[summary.uid] = summary }
        }
        return uids.compactMap { found[$0] }
    }

    /// The beginnings of one part of several messages, coded as it came.
    ///
    /// - Parameters:
    ///   - section: The part's number, from ``MessageSummary/Part/section``.
    ///   - limit: The most bytes of each; at most 1 MB.
    ///   - body: Takes each message's as it comes.
    public func parts(
        _ section: String, of uids: [UInt32], limit: Int,
        _ body: (UInt32, [UInt8]) -> Void
    ) throws(TransportError) {
        guard section.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) }) else {
            throw TransportError(.badArgument, "“\(section.printableLine)” is no part's number")
        }
        let bytes = min(limit, IMAPLimits.standard.literalBytes)
        let wanted = Set(uids)
        try run("UID FETCH \(UIDSet(uids)) (UID BODY.PEEK[\(section)]<0.\(bytes)>)") { response in
            guard case .data(let values, _) = response, let items = FetchItems(values),
                let uid = items.uid, wanted.contains(uid), let part = items.body(section)?.bytes
            else { return }
            body(uid, part)
        }
    }

    /// Fetches a whole message, piece by piece.
    ///
    /// - Parameters:
    ///   - limit: The most bytes; a message that the server announces as longer is an error.
    ///   - take: Takes each piece.
    /// - Returns: Whether the message was there.
    /// - Throws: `too-large`, `not-understood` where the server sends another message than was
    ///   asked for; `TransportError` that `take` throws.
    public func message(
        _ uid: UInt32, limit: Int,
        _ take: @escaping (UnsafeRawBufferPointer) throws(TransportError) -> Void
    ) throws(TransportError) -> Bool {
        var isTaken = false
        let place = place
        reader.takerOfLiteral = { word, size throws(TransportError) -> LiteralTaker? in
            guard word.uppercased() == "BODY[]" else { return nil }
            guard size <= limit else {
                throw TransportError(
                    .tooLarge, "\(place) sends a message of \(size) bytes; the limit is \(limit)")
            }
            guard !isTaken else {
                throw TransportError(.notUnderstood, "\(place) sends a message twice")
            }
            isTaken = true
            return take
        }
        defer { reader.takerOfLiteral = nil }
        let strange = reader.strangeLines
        var isThere = false
        try run("UID FETCH \(uid) (UID BODY.PEEK[])") { response throws(TransportError) in
            guard case .data(let values, _) = response, let items = FetchItems(values),
                let body = items["BODY[]"]
            else { return }
            guard items.uid == uid, !isThere else {
                throw TransportError(.notUnderstood, "\(place) sends another message")
            }
            if !isTaken, let bytes = body.bytes {
                var failure: TransportError?
                bytes.withUnsafeBytes { piece in
                    do throws(TransportError) { try take(piece) } catch { failure = error }
                }
                if let failure { throw failure }
                isThere = true
            } else {
                isThere = isTaken
            }
        }
        guard !isTaken || isThere, reader.strangeLines == strange else {
            throw TransportError(
                .notUnderstood, "\(place) sends a message that does not end where it should",
                transient: true)
        }
        return isThere
    }

    // MARK: Commands

    /// Says good-bye; what goes wrong then no longer matters.
    public func logOut() {
        bytes.patience = 5
        guard let tag = try? begin("LOGOUT") else { return }
        while let response = try? reader.next(tag: Self.tagStart) {
            if case .tagged(tag, _) = response { return }
        }
    }

    /// libcurl's own tags begin with other letters.
    static let tagStart = "wit"

    /// Sends a command.
    ///
    /// - Returns: Its tag.
    func begin(_ command: String) throws(TransportError) -> String {
        // The one place where all commands go out: nothing can bring a second one along.
        guard command.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw TransportError(.badArgument, "a command has a control character in it")
        }
        number += 1
        let tag = Self.tagStart + String(number)
        try handle.send(Array("\(tag) \(command)\r\n".utf8), within: Double(limits.quiet))
        return tag
    }

    func run(
        _ command: String,
        _ each: (IMAPResponse) throws(TransportError) -> Void
    ) throws(TransportError) {
        let verb = command.split(separator: " ").prefix(command.hasPrefix("UID") ? 2 : 1)
        try finish(try begin(command), verb.joined(separator: " "), each)
    }

    /// Reads until a command's end.
    func finish(
        _ tag: String, _ verb: String, _ each: (IMAPResponse) throws(TransportError) -> Void
    ) throws(TransportError) {
        while true {
            guard let response = try reader.next(tag: Self.tagStart) else { throw silence(verb) }
            switch response {
            case .tagged(tag, let status):
                guard status.kind == "OK" else { throw refusal(verb, status) }
                return
            case .tagged: break
            case .status(let status) where status.kind == "BYE": throw goodBye(status)
            case .continuation:
                throw TransportError(
                    .notUnderstood, "\(place) wants more of \(verb) than there is")
            case .data(let values, _) where Self.isNews(values):
                hasNews = true
                try each(response)
            default: try each(response)
            }
        }
    }

    private func words(_ status: IMAPResponse.Status) -> String {
        let text = status.text.printableLine
        let isSecret = handle.secret?.shows(in: status.text, user: handle.account.login) == true
        return text.isEmpty ? "" : ": " + (isSecret ? "•••" : text)
    }

    func refusal(_ verb: String, _ status: IMAPResponse.Status) -> TransportError {
        TransportError(.refused, "\(place) refuses \(verb)\(words(status))")
    }

    func goodBye(_ status: IMAPResponse.Status) -> TransportError {
        TransportError(
            .connectionLost, "\(place) ended the connection\(words(status))", transient: true)
    }

    func silence(_ verb: String) -> TransportError {
        TransportError(.timedOut, "\(place) does not answer \(verb)", transient: true)
    }
}

/// A connection's bytes, for the reader.
final class CurlBytes: IMAPBytes {
    private let handle: CurlHandle
    /// How long to wait, in seconds.
    var patience: Double

    init(_ handle: CurlHandle, patience: Double) {
        self.handle = handle
        self.patience = patience
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int {
        try handle.receive(into: buffer, within: patience)
    }
}
