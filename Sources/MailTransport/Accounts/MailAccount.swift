/// A person's account with a mail provider: who they are, how they log in, where the servers are.
///
/// It never holds a password, only where one is to be had (``PasswordSource``).
public struct MailAccount: Hashable, Sendable {
    /// What shows the server who logs in.
    public enum Authentication: String, Sendable, CaseIterable {
        /// A password.
        case password
        /// An access token of OAuth 2 (XOAUTH2, or OAUTHBEARER of RFC 7628).
        case xoauth2
    }

    /// What the person calls it: `home`.
    public var name: String
    /// The address: From, and the sender of the SMTP envelope.
    public var address: String
    /// The name beside the address; nil for none.
    public var displayName: String?
    /// The login; nil for the address.
    public var user: String?
    /// Where the password or token is to be had; nil for servers that ask for none.
    public var passwordSource: PasswordSource?
    /// What shows the server who logs in.
    public var authentication = Authentication.password
    /// A file of certificates in PEM to trust instead of the system's; nil for the system's.
    public var certificateFile: String?
    /// Where mail is handed in; nil where the account sends none.
    public var smtp: ServerAddress?
    /// Where mail is fetched.
    public var imap: ServerAddress?
    /// Where mail is fetched.
    public var pop3: ServerAddress?
    /// The mailbox that is fetched.
    public var mailbox = "INBOX"

    /// An account without servers.
    public init(name: String, address: String) {
        self.name = name
        self.address = address
    }

    /// Who logs in.
    public var login: String { user ?? address }
}
