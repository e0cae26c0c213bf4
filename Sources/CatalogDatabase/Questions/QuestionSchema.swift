/// The tables of questions: what is that?
///
/// A question names its photo by its record id, not by its row: it is kept where the photo leaves.
/// `region` is the marked spot as JSON, `region_id` its identity. Nothing says a question's state:
/// that follows from its events. `change` is the change by which an event came, NULL for a mail that
/// went out; events of a change that was undone do not count.
///
/// `spot_hash` is the perceptual hash of the enlarged spot in the mail: a reply may bring it back.
///
/// `question_event.digest` is the hash of a mail's contents, by which the same one is known again.
enum QuestionSchema {
    /// The step that makes them.
    static let step = """
        CREATE TABLE question (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token TEXT NOT NULL UNIQUE, record_id BLOB NOT NULL, title TEXT NOT NULL,
            region TEXT NOT NULL, region_id TEXT NOT NULL,
            words TEXT NOT NULL, language TEXT NOT NULL, sender TEXT,
            spot_hash BLOB
        ) STRICT;
        CREATE INDEX question_by_photo ON question (record_id);
        CREATE INDEX question_by_region ON question (region_id);
        CREATE TABLE question_recipient (
            question INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
            position INTEGER NOT NULL, address TEXT NOT NULL, name TEXT,
            PRIMARY KEY (question, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE question_event (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            question INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
            kind TEXT NOT NULL, at TEXT NOT NULL,
            message_id TEXT, sender TEXT, address TEXT,
            text TEXT, detail TEXT, digest BLOB,
            change INTEGER REFERENCES change
        ) STRICT;
        CREATE INDEX question_event_by_question ON question_event (question);
        CREATE INDEX question_event_by_message ON question_event (message_id)
            WHERE message_id IS NOT NULL;
        CREATE UNIQUE INDEX question_event_once ON question_event (digest, question)
            WHERE digest IS NOT NULL;
        """
}
