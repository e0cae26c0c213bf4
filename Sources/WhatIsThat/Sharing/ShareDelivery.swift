import MailTransport
import ShareMail

/// Where the mails of a share go.
public struct ShareDelivery: Sendable {
    /// What the mails are written into.
    public enum Output: Sendable {
        /// A file: a path as the person wrote it; whether one that is there may be replaced. Several mails
        /// become `mail-1.eml`, `mail-2.eml` … beside it.
        case file(String, replacing: Bool)
        /// The only mail is handed over piece by piece.
        case stream(@Sendable (UnsafeRawBufferPointer) -> Void)
    }

    /// What the mails are written into; nil for nothing.
    public var output: Output?
    /// Whether the file is marked as a draft and opened in the person's mail program.
    public var opensDraft = false
    /// Whether the mails go out by way of the outbox, by the account.
    public var sends = false
    /// The account that sends, or stands in the draft.
    public var account: MailAccount?
    /// The person's settings: where the accounts stand, and the home zones, which hold for every share.
    public var settings = Settings()
    /// Who gets a mail unseen by the others.
    public var hidden: [String] = []
    /// The environment of the program that the draft is opened in, and in which passwords may stand.
    public var environment: [String: String] = [:]

    /// Nowhere yet.
    public init() {}
}
