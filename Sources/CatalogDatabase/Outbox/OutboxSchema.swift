/// The tables of mails on their way out.
///
/// A message lies in pieces, so that neither writing nor sending it takes memory by its size.
/// `handed` is set before the last bytes of a mail go to a server: a mail that a killed process
/// left behind in the state `sending` has surely not gone out without it.
enum OutboxSchema {
    /// The step that makes them.
    static let step = """
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            message_id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL, sender TEXT NOT NULL, recipients TEXT NOT NULL,
            subject TEXT NOT NULL, bytes INTEGER NOT NULL,
            state TEXT NOT NULL DEFAULT 'queued', handed INTEGER NOT NULL DEFAULT 0,
            attempts INTEGER NOT NULL DEFAULT 0,
            queued_at INTEGER NOT NULL, due_at INTEGER, ended_at INTEGER,
            error_code TEXT, error TEXT, answer TEXT
        ) STRICT;
        CREATE INDEX outbox_open ON outbox (id) WHERE state NOT IN ('sent', 'discarded');
        CREATE TABLE outbox_piece (
            id INTEGER PRIMARY KEY,
            mail INTEGER NOT NULL REFERENCES outbox ON DELETE CASCADE,
            number INTEGER NOT NULL, bytes BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX outbox_piece_by_mail ON outbox_piece (mail, number);
        CREATE TABLE outbox_photo (
            mail INTEGER NOT NULL REFERENCES outbox ON DELETE CASCADE,
            position INTEGER NOT NULL, record_id BLOB NOT NULL, PRIMARY KEY (mail, position)
        ) STRICT, WITHOUT ROWID;
        """

    /// The bytes of a piece; the last one has what is left.
    static let pieceBytes = 256 * 1024
}
