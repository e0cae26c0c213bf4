import Foundation

/// The mail program NeoMutt at somebody's mailbox on the real mail servers: it reads by IMAP from
/// Dovecot and sends by Postfix.
public struct NeoMutt {
    private let folder: TemporaryFolder

    /// What went wrong.
    public struct Failed: Error, CustomStringConvertible {
        /// NeoMutt's screen, or what it printed.
        public let description: String
    }

    /// Settings of its own for a user of the servers.
    public init(of user: String, named name: String, _ servers: MailServers) throws {
        folder = try TemporaryFolder()
        // `include` and `fast_reply`: it asks nothing, and the answer starts with the mail quoted.
        try """
        set realname="\(name)"
        set from="\(user)@localhost"
        set envelope_from=yes
        set hostname="localhost"
        set user_agent=yes
        set folder="imap://\(user)@\(servers.host):\(servers.imap)/"
        set imap_pass="\(servers.password)"
        set spool_file="+INBOX"
        set certificate_file="\(servers.authority)"
        set smtp_url="smtp://\(servers.host):\(servers.postfix)/"
        set ssl_starttls=yes
        set ssl_force_tls=no
        set editor="sh '\(folder.path("editor.sh"))'"
        set include=yes
        set fast_reply=yes
        set autoedit=yes
        set copy=no
        set quit=yes
        set sleep_time=0
        alternative_order text/plain text/html
        """.write(toFile: folder.path("rc"), atomically: true, encoding: .utf8)
    }

    /// Answers the first mail of the mailbox.
    ///
    /// - Parameter script: What `sed` does to the mail that the editor is given, quoted as NeoMutt
    ///   quotes it.
    /// - Throws: `Failed` if it does not end by itself within 30 seconds.
    public func reply(editing script: String) throws {
        try "exec sed -i -e '\(script)' \"$1\"\n"
            .write(toFile: folder.path("editor.sh"), atomically: true, encoding: .utf8)
        try "exec neomutt -n -F rc -e 'push \"<first-entry><reply><send-message><quit>\"'\n"
            .write(toFile: folder.path("run.sh"), atomically: true, encoding: .utf8)
        guard let timeout = Program.installed("timeout") else {
            throw Failed(description: "timeout")
        }
        // It wants a terminal.
        let outcome = try timeout.running(
            in: folder.url.path, environment: ["TERM": "xterm", "HOME": folder.url.path])(
                ["-s", "KILL", "30", "script", "-qec", "sh run.sh", folder.path("screen")])
        guard outcome.status == 0 else {
            throw Failed(description: "\(outcome.status): \(outcome.output)\(outcome.errors)")
        }
    }
}
