import Foundation

/// What client and server said so far, as far as it explains an error: the last command's verb and
/// the server's last reply. Commands are kept by their verb alone: what follows may be a password.
final class Dialogue {
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
    /// Whether the last reply came to its end.
    private(set) var isReplyWhole = true
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
        if isOver { return }
        for byte in bytes {
            if byte == 0x0A {
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
    }

    /// Whether a reply asks for more of the login (RFC 4954 §4, RFC 9051 §7.6, RFC 5034 §4).
    private func isAsking(_ line: String) -> Bool {
        service == .smtp ? line.hasPrefix("334") : line.hasPrefix("+ ") || line.hasPrefix("* ")
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
        let line = reply.last?.uppercased() ?? ""
        return ["[UNAVAILABLE", "[INUSE", "[LIMIT", "[SYS/TEMP", "[IN-USE", "[LOGIN-DELAY"]
            .contains { line.contains($0) }
    }

    /// The last reply as it may be shown: on one line, cut, and without the login's secrets.
    ///
    /// - Parameter secret: What must not be shown, should the server say it.
    func words(hiding secret: Secret?, user: String) -> String? {
        guard !reply.isEmpty else { return nil }
        let lines = reply.enumerated().map { index, line in
            // `550-5.7.1 text`: the code once is enough.
            service == .smtp && index > 0 ? String(line.dropFirst(4)) : line
        }
        let text = lines.joined(separator: " ")
        if let secret, secret.shows(in: text, user: user) {
            return code.map { "\($0) •••" } ?? "•••"
        }
        let shown = text.replacing("-", with: " ", maxReplacements: lines.count > 1 ? 1 : 0)
        let isLogin = ["AUTH", "AUTHENTICATE", "LOGIN", "PASS"].contains(verb)
        return (isLogin ? Secret.hidingLogins(in: shown) : shown).printableLine
    }
}
