import MIMEMessage

/// The messages in what a person names: an .eml file, an mbox, a Maildir, or `-` for stdin.
public enum MailMessages {
    /// Hands over one message after another, with the name to report it by.
    ///
    /// - Parameters:
    ///   - mail: a path, or `-`.
    ///   - body: returns false to end.
    /// - Throws: an `ItemFailure` naming the mail where it can't be read, is empty or holds no
    ///   message; what `body` throws.
    public static func forEach(
        in mail: String, _ body: (_ name: String, _ message: MIMEMessage) throws -> Bool
    ) throws {
        let source: MailSource = mail == "-" ? .standardInput : .path(mail)
        var isAnything = false
        do {
            try source.forEach { item in
                guard !item.bytes.isEmpty else {
                    throw ItemFailure(item: item.name, reason: "the mail is empty: 0 bytes")
                }
                isAnything = true
                if try !body(item.name, MIMEMessage(parsing: item.bytes)) { throw Ended() }
            }
        } catch is Ended {
            return
        } catch let error as MailSourceError {
            throw ItemFailure(item: mail, message: error.message)
        }
        guard isAnything else {
            throw ItemFailure(
                item: mail, reason: "no mail in it: it is no .eml, mbox or Maildir")
        }
    }

    private struct Ended: Error {}
}
