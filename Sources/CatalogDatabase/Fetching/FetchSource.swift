/// A mailbox that mail is fetched from.
public struct FetchSource: Hashable, Sendable {
    /// The protocol and the server's host: `imap:mail.example.org`.
    public var server: String
    /// Who logs in.
    public var user: String
    /// The mailbox's name; empty where the server knows only one.
    public var mailbox: String

    /// A mailbox of a user on a server.
    public init(server: String, user: String, mailbox: String) {
        self.server = server
        self.user = user
        self.mailbox = mailbox
    }
}

/// A message that could not be taken in.
public struct FetchFailure: Hashable, Sendable {
    /// Its UID, or POP3's identifier.
    public var message: String
    /// What was wrong, in a sentence.
    public var reason: String
    /// How often it was tried; 0 for one that waits for something and is tried each time.
    public var tries: Int

    /// A message and what was wrong.
    public init(message: String, reason: String, tries: Int) {
        self.message = message
        self.reason = reason
        self.tries = tries
    }
}

/// How far a mailbox was fetched.
public struct FetchState: Hashable, Sendable {
    /// IMAP's UIDVALIDITY, with which `done` counts; 0 for none.
    public var uidValidity: UInt32 = 0
    /// The UIDs that are done, as IMAP writes a set of them.
    public var done = ""
    /// What could not be taken in; these are done too.
    public var failures: [FetchFailure] = []

    /// Nothing fetched yet.
    public init() {}
}

/// What is to be noted of a mailbox at once.
public struct FetchNote: Sendable {
    /// The UIDVALIDITY and the UIDs that are done; nil leaves them.
    public var reached: (uidValidity: UInt32, done: String)?
    /// Identifiers of POP3 that are done.
    public var identifiers: [String] = []
    /// Messages that are no failures any more.
    public var settled: [String] = []
    /// Messages that failed.
    public var failures: [FetchFailure] = []
    /// Whether all that was noted before is void, since the mailbox is another one.
    public var ignoresProgress = false

    /// Nothing.
    public init() {}
}
