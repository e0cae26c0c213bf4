/// The tables of what was fetched from mail servers.
///
/// `done` is a set of UIDs as IMAP writes it (`1:4500,4602`): what was taken in, passed over or
/// failed. POP3 knows no such order: each identifier has a row of its own in `fetched`.
enum FetchSchema {
    /// The step that makes them.
    static let step = """
        CREATE TABLE fetch_source (
            id INTEGER PRIMARY KEY,
            server TEXT NOT NULL, user TEXT NOT NULL, mailbox TEXT NOT NULL,
            uid_validity INTEGER NOT NULL DEFAULT 0, done TEXT NOT NULL DEFAULT '',
            UNIQUE (server, user, mailbox)
        ) STRICT;
        CREATE TABLE fetched (
            source INTEGER NOT NULL REFERENCES fetch_source ON DELETE CASCADE,
            identifier TEXT NOT NULL, PRIMARY KEY (source, identifier)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE fetch_failure (
            source INTEGER NOT NULL REFERENCES fetch_source ON DELETE CASCADE,
            message TEXT NOT NULL, reason TEXT NOT NULL, tries INTEGER NOT NULL,
            at TEXT NOT NULL, PRIMARY KEY (source, message)
        ) STRICT, WITHOUT ROWID;
        """
}
