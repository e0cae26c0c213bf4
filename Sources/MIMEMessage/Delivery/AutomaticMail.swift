/// Why a message was written by a program, not by a person: an answer of somebody who is away, a bounce, a
/// notification (RFC 3834).
///
/// ```swift
/// if let automatic = AutomaticMail(of: message) { print(automatic.sign) }  // Auto-Submitted: auto-replied
/// ```
///
/// A person's mail that came by a mailing list is not automatic: what lists add to every mail
/// (`Precedence: list` or `bulk`, `List-…`, `X-Auto-Response-Suppress`) says nothing about its writer there.
public struct AutomaticMail: Sendable, Hashable {
    /// What kind of automatic mail there is.
    public enum Kind: String, Sendable, CaseIterable {
        /// A report of a mail system: a bounce, a delay, a complaint.
        case report
        /// An answer that a program gave, as out of office.
        case reply
        /// What a program sent unasked, or to a great many people.
        case notification
    }

    /// What kind it is.
    public let kind: Kind
    /// The sign it is recognized by, as written in the message: `Auto-Submitted: auto-replied`.
    public let sign: String

    /// Looks at a message; nil if, as far as can be seen, a person wrote it.
    public init?(of message: MailMessage) {
        guard let found = AutomaticSigns(message).found else { return nil }
        self = found
    }

    init(_ kind: Kind, _ sign: String) {
        self.kind = kind
        self.sign = String(sign.prefix(200))
    }
}
