import Foundation
import OutputText

internal import CCurl
import TextCleaning

/// A connection to an account's POP3 server, by libcurl: RFC 1939. Nothing there is ever deleted.
public final class POP3Connection {
    /// A message on the server.
    public struct Entry: Hashable, Sendable {
        /// Its number in this session, from 1.
        public var number: Int
        /// Its bytes, as the server says.
        public var bytes: Int
        /// What it is called in every session: RFC 1939 §7, `UIDL`.
        public var identifier: String
    }

    /// The server, as it is named to people.
    public let place: String
    /// How many messages ``entries()`` left out, since their identifiers are none or those of
    /// others.
    public private(set) var unnamed = 0
    /// Whether this session is over: in another one the messages may have other numbers (RFC 1939
    /// §5), so that it is not to be used any more.
    public private(set) var isOver = false
    private let handle: CurlHandle
    private let address: String
    private var hasBegun = false

    /// The most bytes that a list of messages may have.
    private static let listLimit = 64 << 20

    /// Makes a connection ready; it comes about with the first question.
    ///
    /// - Throws: `WitError`: `no-server`, what setting up throws.
    public init(
        _ account: MailAccount, secret: Secret?, limits: ConnectionLimits = ConnectionLimits(),
        shouldStop: @escaping () -> Bool = { false }
    ) throws(WitError) {
        guard let server = account.pop3 else {
            throw WitError.server(
                .noServer, "the account “\(account.name)” has no pop3 server")
        }
        place = server.place
        handle = try CurlHandle(
            to: server, of: account, secret: secret, limits: limits, shouldStop: shouldStop)
        // However long a mail takes to be taken in: a session that libcurl begins anew has other
        // numbers.
        try handle.set(CURLOPT_MAXAGE_CONN, 7 * 24 * 3600)
        address = (server.security == .tls ? "pop3s" : "pop3") + "://\(server.place)/"
    }

    /// The messages that are there, in the server's order.
    ///
    /// - Throws: `WitError`; `refused` for a server without `UIDL`, which cannot be fetched
    ///   from twice.
    public func entries() throws(WitError) -> [Entry] {
        var sizes: [Int: Int] = [:]
        for (number, rest) in try list(identifiers: false) { sizes[number] = Int(rest) ?? 0 }
        guard !sizes.isEmpty else { return [] }
        var entries: [Entry] = []
        var seen: Set<String> = []
        unnamed = 0
        for (number, identifier) in try list(identifiers: true) {
            // RFC 1939 §7: 1 to 70 characters of 0x21…0x7E.
            guard let bytes = sizes[number], (1...200).contains(identifier.utf8.count),
                identifier.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                seen.insert(identifier).inserted
            else {
                unnamed += 1
                continue
            }
            entries.append(Entry(number: number, bytes: bytes, identifier: identifier))
        }
        return entries
    }

    /// Fetches a whole message, piece by piece.
    ///
    /// - Parameters:
    ///   - limit: The most bytes.
    ///   - take: Takes each piece; false ends it.
    /// - Throws: `too-large`; `refused` and, where the server says that it is for now, `deferred`;
    ///   `connection-lost`, whatever is said in a session that began unasked; what libcurl says. The
    ///   session is over then.
    public func message(
        _ entry: Entry, limit: Int, _ take: @escaping (UnsafeRawBufferPointer) -> Bool
    ) throws(WitError) {
        var count = 0
        var isTooLong = false
        try perform(address + String(entry.number), identifiers: false) { piece in
            count += piece.count
            isTooLong = count > limit
            return !isTooLong && take(piece)
        } onFailure: { error in
            isTooLong
                ? WitError.server(
                    .tooLarge, "\(self.place) sent a message of more than \(limit) bytes") : error
        }
    }

    /// The lines of `LIST` or `UIDL`: a number each, and what stands after it.
    private func list(identifiers: Bool) throws(WitError) -> [(Int, String)] {
        var bytes: [UInt8] = []
        try perform(address, identifiers: identifiers) { piece in
            bytes.append(contentsOf: piece)
            return bytes.count <= Self.listLimit
        } onFailure: {
            $0
        }
        return bytes.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
            let words = line.split(separator: 0x20)
            guard words.count >= 2, let number = Int(String(decoding: words[0], as: UTF8.self)),
                number > 0
            else { return nil }
            return (number, ForeignText.cleaned(String(decoding: words[1], as: UTF8.self)))
        }
    }

    private func perform(
        _ url: String, identifiers: Bool, _ take: @escaping (UnsafeRawBufferPointer) -> Bool,
        onFailure: (WitError) -> WitError
    ) throws(WitError) {
        let taker = Taker(take)
        try handle.set(CURLOPT_URL, url)
        try handle.set(CURLOPT_CUSTOMREQUEST, identifiers ? "UIDL" : nil)
        try handle.check(
            witCurlSetTransfer(handle.pointer, CURLOPT_WRITEFUNCTION) {
                bytes, size, count, context in
                guard let context, let bytes else { return 0 }
                let taker = Unmanaged<Taker>.fromOpaque(context).takeUnretainedValue()
                let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return taker.take(piece) ? size * count : 0
            })
        try handle.check(
            witCurlSetPointer(
                handle.pointer, CURLOPT_WRITEDATA, Unmanaged.passUnretained(taker).toOpaque()))
        handle.trace.begin()
        var failure: WitError?
        withExtendedLifetime(taker) {
            do throws(WitError) { try handle.perform() } catch { failure = error }
        }
        // libcurl connects anew by itself where it finds the connection gone.
        var connects = 0
        witCurlGetNumber(handle.pointer, CURLINFO_NUM_CONNECTS, &connects)
        let isAnother = hasBegun && connects > 0
        hasBegun = true
        guard failure != nil || isAnother else { return }
        isOver = true
        if isAnother, failure?.code != .interrupted, failure?.isAtLogin != true {
            // What came, a no also, was perhaps said of another mail.
            throw WitError.server(
                .connectionLost, "the connection to \(place) was lost between two messages",
                transient: true)
        }
        if let failure { throw onFailure(failure) }
    }

    private final class Taker {
        let take: (UnsafeRawBufferPointer) -> Bool
        init(_ take: @escaping (UnsafeRawBufferPointer) -> Bool) { self.take = take }
    }
}
