import Foundation
import OutputText

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
        /// The number that the next message will have: no message has it or a higher one yet; 0
        /// where the server does not say.
        public var uidNext: UInt32
        /// How many messages there are.
        public var messages: Int
    }

    /// The server, as it is named to people.
    public let place: String
    let handle: CurlHandle
    let bytes: CurlBytes
    let reader: IMAPResponseReader
    let limits: ConnectionLimits
    let bounds: IMAPLimits
    private var number = 0
    var capabilities: Set<String> = []
    /// Whether the server told of more messages since the mailbox was opened: it may do so with
    /// the answer to any command.
    var hasNews = false
    /// How many messages there are, as the server said last.
    private(set) var messages = 0
    private(set) var uidNext: UInt32 = 0

    /// Connects and logs in.
    ///
    /// - Parameters:
    ///   - secret: The password or token; nil logs in nowhere, for a server that asks for none.
    ///   - shouldStop: Asked about twice a second: whether to give up.
    /// - Throws: `WitError`: `no-server`, what connecting throws, `login-refused`.
    public convenience init(
        _ account: MailAccount, secret: Secret?, limits: ConnectionLimits = ConnectionLimits(),
        shouldStop: @escaping () -> Bool = { false }
    ) throws(WitError) {
        try self.init(
            account, secret: secret, limits: limits, bounds: .standard, clock: { .now },
            shouldStop: shouldStop)
    }

    /// Connects and logs in, with other bounds of what a server may say and another clock.
    init(
        _ account: MailAccount, secret: Secret?, limits: ConnectionLimits, bounds: IMAPLimits,
        clock: @escaping () -> ContinuousClock.Instant, shouldStop: @escaping () -> Bool
    ) throws(WitError) {
        guard let server = account.imap else {
            throw WitError.server(
                .noServer, "the account “\(account.name)” has no imap server")
        }
        place = server.place
        self.limits = limits
        self.bounds = bounds
        handle = try CurlHandle(
            to: server, of: account, secret: secret, limits: limits, shouldStop: shouldStop)
        try handle.open()
        bytes = CurlBytes(handle, patience: Double(limits.quiet), bounds.commandSeconds, clock)
        reader = IMAPResponseReader(bytes, limits: bounds)
        try learnCapabilities()
    }

    /// What is left in libcurl's own buffer after the login may be a part of a line: the first
    /// answer's end clears that away.
    private func learnCapabilities() throws(WitError) {
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
    ///
    /// - Throws: `WitError` where the connection is lost, the server answers with something
    ///   else, or too late.
    public func mailboxes() throws(WitError) -> [String] {
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
    public func examine(_ mailbox: String) throws(WitError) -> Opened {
        guard let name = MailboxName(mailbox) else {
            throw WitError.server(
                .badArgument, "“\(mailbox.printableLine)” is not a mailbox name")
        }
        var opened = Opened(uidValidity: 0, uidNext: 0, messages: 0)
        try run("EXAMINE \(name.quoted)") { response in
            switch response {
            case .status(let status):
                if let number = status.number("UIDVALIDITY") {
                    opened.uidValidity = UInt32(exactly: number) ?? 0
                }
                if let number = status.number("UIDNEXT") {
                    opened.uidNext = UInt32(exactly: number) ?? 0
                }
            case .data(let values, _) where values.count >= 2 && values[1].isAtom("EXISTS"):
                opened.messages = values[0].number.flatMap { Int(exactly: $0) } ?? 0
            default: break
            }
        }
        hasNews = false
        messages = opened.messages
        uidNext = opened.uidNext
        return opened
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
    func begin(_ command: String) throws(WitError) -> String {
        // The one place where all commands go out: nothing can bring a second one along.
        guard command.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw WitError.server(.badArgument, "a command contains a control character")
        }
        bytes.restart()
        number += 1
        let tag = Self.tagStart + String(number)
        try handle.send(Array("\(tag) \(command)\r\n".utf8), within: Double(limits.quiet))
        return tag
    }

    func run(
        _ command: String,
        _ each: (IMAPResponse) throws(WitError) -> Void
    ) throws(WitError) {
        let verb = command.split(separator: " ").prefix(command.hasPrefix("UID") ? 2 : 1)
        try finish(try begin(command), verb.joined(separator: " "), each)
    }

    /// Reads until a command's end.
    func finish(
        _ tag: String, _ verb: String, _ each: (IMAPResponse) throws(WitError) -> Void
    ) throws(WitError) {
        for _ in 0..<bounds.responses {
            guard let response = try reader.next(tag: Self.tagStart) else { throw silence(verb) }
            switch response {
            case .tagged(tag, let status):
                guard status.kind == "OK" else { throw refusal(verb, status) }
                return
            case .tagged: break
            case .status(let status) where status.kind == "BYE": throw goodBye(status)
            case .continuation:
                throw WitError.server(
                    .notUnderstood,
                    "\(place) unexpectedly asked for more input when asked to "
                        + "\(Self.words(for: verb))"
                )
            case .data, .status:
                note(response)
                try each(response)
            }
        }
        throw WitError.server(
            .notUnderstood,
            "\(place) sent an unbounded response when asked to \(Self.words(for: verb))")
    }

    /// Takes note of how many messages there are (RFC 9051 §7.4.1, §7.5.1): only where they grow
    /// more in number has something come. Some servers repeat the number again and again.
    func note(_ response: IMAPResponse) {
        guard case .data(let values, _) = response, values.count >= 2,
            let number = values[0].number.flatMap({ Int(exactly: $0) })
        else { return }
        if values[1].isAtom("EXISTS") {
            hasNews = hasNews || number > messages
            messages = number
        } else if values[1].isAtom("EXPUNGE") {
            messages = max(0, messages - 1)
        }
    }

    private func words(_ status: IMAPResponse.Status) -> String {
        var text = status.text.printableLine
        // Our sentences go on after it.
        if text.hasSuffix(".") { text.removeLast() }
        let isSecret = handle.secret?.shows(in: status.text, user: handle.account.login) == true
        return text.isEmpty ? "" : ": “\(isSecret ? "•••" : text)”"
    }

    /// What a command asks the server to do: `open the mailbox`.
    private static func words(for verb: String) -> String {
        switch verb {
        case "CAPABILITY": "list its capabilities"
        case "LIST": "list the mailboxes"
        case "EXAMINE": "open the mailbox"
        case "UID SEARCH": "list the messages"
        case "UID FETCH": "send a message"
        case "IDLE", "NOOP": "report new messages"
        default: "carry out a command"
        }
    }

    func refusal(_ verb: String, _ status: IMAPResponse.Status) -> WitError {
        status.isForNow
            ? WitError.server(
                .deferred,
                "\(place) temporarily refused to \(Self.words(for: verb))\(words(status))",
                transient: true)
            : WitError.server(
                .refused, "\(place) refused to \(Self.words(for: verb))\(words(status))")
    }

    func goodBye(_ status: IMAPResponse.Status) -> WitError {
        WitError.server(
            .connectionLost, "\(place) closed the connection\(words(status))", transient: true)
    }

    func silence(_ verb: String) -> WitError {
        WitError.server(
            .timedOut, "\(place) did not answer when asked to \(Self.words(for: verb))",
            transient: true)
    }
}

/// A connection's bytes, for the reader.
final class CurlBytes: IMAPBytes {
    private let handle: CurlHandle
    /// How long to wait, in seconds.
    var patience: Double
    /// When the answer must be there.
    private var deadline: ContinuousClock.Instant
    private let seconds: Double
    private let clock: () -> ContinuousClock.Instant

    /// - Parameters:
    ///   - patience: How long to wait for a byte, in seconds.
    ///   - seconds: How long a whole answer may take.
    init(
        _ handle: CurlHandle, patience: Double, _ seconds: Double,
        _ clock: @escaping () -> ContinuousClock.Instant
    ) {
        self.handle = handle
        self.patience = patience
        self.seconds = seconds
        self.clock = clock
        deadline = clock() + .seconds(seconds)
    }

    /// Gives the answer the whole time from now on, and so many seconds more.
    func restart(adding more: Double = 0) { deadline = clock() + .seconds(seconds + more) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(WitError) -> Int {
        guard clock() < deadline else {
            throw WitError.server(
                .timedOut, "\(handle.server.place) took too long to finish its response",
                transient: true)
        }
        return try handle.receive(into: buffer, within: patience)
    }
}
