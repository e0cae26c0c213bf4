import Foundation

/// What client and server said so far, as far as it explains an error: the last command's verb and
/// the server's last reply. Commands are kept by their verb alone: what follows may be a password.
final class ProtocolTrace {
    /// The most bytes of replies that a server may send before the mail itself: what is more is
    /// no greeting and no answer to a command.
    static let replyLimit = 256 * 1024

    private let service: ServerAddress.Service
    /// The verb of the last command: `MAIL`, `LOGIN`; nil before the first.
    private(set) var verb: String?
    /// The address of the last `RCPT TO`.
    private(set) var recipient: String?
    /// The lines of the last reply.
    private(set) var reply: [String] = []
    /// Whether a login was tried.
    private(set) var triedLogin = false
    /// Bytes of replies in all.
    private(set) var replyBytes = 0
    /// Whether the server has said anything at all, to whatever mail.
    private(set) var hasHeard = false
    /// Whether the last reply came to its end.
    private(set) var isReplyWhole = true
    /// What an SMTP server said last that it can do: the lines after its name (RFC 5321 §4.1.1.1).
    private(set) var extensions: [String] = []
    /// Whether a mail must not go out without a login.
    var needsLogin = false
    /// Whether a mail was begun without the login that it needs.
    private(set) var lacksLogin = false
    private var isInLogin = false
    private var isOver = false
    private var rest: [UInt8] = []

    init(_ service: ServerAddress.Service) { self.service = service }

    /// Forgets what was said of the mail before.
    func begin() {
        replyBytes = 0
        recipient = nil
        lacksLogin = false
        isOver = false
    }

    /// Takes note of what was sent.
    func sent(_ bytes: UnsafeRawBufferPointer) {
        // libcurl takes its leave after an error, too; the error came before.
        isOver = isOver || !isInLogin && bytes.starts(with: Array("QUIT\r\n".utf8))
        if isOver { return }
        reply = []
        isReplyWhole = true
        // The lines after AUTH are the login itself.
        if isInLogin { return }
        let line = String(decoding: bytes.prefix(600), as: UTF8.self)
        let words = line.split { $0.isWhitespace }
        verb = words.dropFirst(service == .imap ? 1 : 0).first.map { $0.uppercased() }
        if verb == "AUTH" || verb == "AUTHENTICATE" || verb == "LOGIN" || verb == "PASS" {
            triedLogin = true
            isInLogin = true
        }
        if verb == "MAIL", needsLogin, !triedLogin { lacksLogin = true }
        if verb == "RCPT", let start = line.firstIndex(of: "<"), let end = line.lastIndex(of: ">") {
            recipient = String(line[line.index(after: start)..<max(end, line.index(after: start))])
        }
    }

    /// Takes note of what came.
    func received(_ bytes: UnsafeRawBufferPointer) {
        replyBytes += bytes.count
        hasHeard = true
        if isOver { return }
        for byte in bytes {
            if byte == 0x0A {
                if rest.last == 0x0D { rest.removeLast() }
                take(String(decoding: rest, as: UTF8.self))
                rest = []
            } else if rest.count < 4096 {
                rest.append(byte)
            }
        }
    }

    private func take(_ line: String) {
        if isReplyWhole { reply = [] }
        if reply.count < 100 { reply.append(line) }
        // RFC 5321 §4.2.1: the last line of a reply has a blank after its code.
        isReplyWhole = service != .smtp || line.dropFirst(3).first != "-"
        if isInLogin, isReplyWhole, !isAsking(line) { isInLogin = false }
        if verb == "EHLO", isReplyWhole, code == 250 {
            extensions = reply.dropFirst().map { String($0.dropFirst(4)) }
        }
    }

    /// Whether a reply asks for more of the login (RFC 4954 §4, RFC 9051 §7.6, RFC 5034 §4).
    private func isAsking(_ line: String) -> Bool {
        service == .smtp
            ? line.hasPrefix("334")
            : line == "+" || line.hasPrefix("+ ") || line.hasPrefix("* ")
    }

    /// The code of the last reply, for SMTP: 200…599.
    var code: Int? {
        guard service == .smtp, let digits = reply.last?.prefix(3), digits.utf8.count == 3,
            let code = Int(digits), (200...599).contains(code)
        else { return nil }
        return code
    }

    /// Whether the last reply says that the same may be granted later.
    ///
    /// RFC 5321 §4.2.1 (4yz), RFC 5530 §3 (IMAP's UNAVAILABLE, INUSE, LIMIT), RFC 3206 §4 and
    /// RFC 2449 §8.1 (POP3's SYS/TEMP, IN-USE, LOGIN-DELAY).
    var saysLater: Bool {
        if service == .smtp { return code.map { $0 / 100 == 4 } ?? false }
        let codes =
            service == .imap
            ? ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"]
            : ["SYS/TEMP", "IN-USE", "LOGIN-DELAY"]
        guard let line = reply.last, let said = Self.plain(line).code?.uppercased() else {
            return false
        }
        // RFC 2449 §8: more may follow a code, after a slash.
        return codes.contains { said == $0 || said.hasPrefix($0 + "/") || said.hasPrefix($0 + " ") }
    }

    /// Whether the last reply is POP3's no: RFC 1939 §3.
    var isError: Bool { service == .pop3 && reply.last?.uppercased().hasPrefix("-ERR") == true }

    /// What a server of IMAP or POP3 says, without what only programs know: `A004 NO`, `-ERR`, and
    /// the code in brackets beside its words.
    static func plain(_ line: String) -> (code: String?, words: String) {
        let kinds = ["OK", "NO", "BAD", "BYE", "-ERR", "+OK"]
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        var text = line[...]
        if let first = words.first, kinds.contains(first.uppercased()) {
            text = line.dropFirst(first.count)
        } else if words.count > 1, kinds.contains(words[1].uppercased()) {
            text = line.dropFirst(words[0].count + words[1].count + 1)
        }
        text = text.drop { $0 == " " }
        guard text.first == "[", let end = text.firstIndex(of: "]") else {
            return (nil, String(text))
        }
        let code = String(text[text.index(after: text.startIndex)..<end])
        let rest = text[text.index(after: end)...].drop { $0 == " " }
        return (code, String(rest.isEmpty ? text : rest))
    }

    /// Where in the trace the last command stands, in a person's words: `the login`; nil before
    /// the first.
    var stage: String? {
        switch verb {
        case nil: nil
        case "EHLO", "HELO", "CAPABILITY", "CAPA": "the greeting"
        case "STARTTLS", "STLS": "the TLS handshake"
        case "AUTH", "AUTHENTICATE", "LOGIN", "USER", "PASS", "APOP": "the login"
        case "MAIL", "RCPT": "the envelope"
        case "DATA", "RETR": "the message transfer"
        case "LIST", "UIDL": "the message list"
        default: nil
        }
    }

    /// The last reply as it may be shown: on one line, cut, and without the login's secrets; nil
    /// where there was none, or nothing in it for a person.
    ///
    /// - Parameter secret: What must not be shown, should the server say it.
    func words(hiding secret: Secret?, user: String) -> String? {
        guard !reply.isEmpty else { return nil }
        let lines = reply.enumerated().map { index, line in
            // `550-5.7.1 text`: the code once is enough.
            service != .smtp
                ? Self.plain(line).words : index > 0 ? String(line.dropFirst(4)) : line
        }
        let text = lines.joined(separator: " ")
        if text.allSatisfy(\.isWhitespace) { return nil }
        if let secret, secret.shows(in: text, user: user) {
            return code.map { "\($0) •••" } ?? "•••"
        }
        let shown = text.replacing("-", with: " ", maxReplacements: lines.count > 1 ? 1 : 0)
        let isLogin = ["AUTH", "AUTHENTICATE", "LOGIN", "PASS"].contains(verb)
        return (isLogin ? Secret.hidingLogins(in: shown) : shown).printableLine
    }
}
