/// The tables of what imports leave to a person, and of pictures that changed hands.
///
/// `import_proposal` holds what concerns a photo as a whole: `join` (two photos that may be one)
/// and `fields` (what a message brought that this version does not know; it leaves in a share only
/// once it is accepted). Its numbers are drawn from those of `proposal`, so that a person can name
/// either by its number alone. `picture` is the hash of the picture that a join was proposed for: a
/// rejection holds for it even if the import is undone and repeated.
///
/// `stated_hash` keeps what a message stated to be the hashes of the file that a photo's picture
/// was made from: evidence, once the pictures look alike, that two copies are of one photo.
///
/// `picture_change` is to a photo's files and picture what `change_value` is to its values.
enum ImportSchema {
    /// The step that makes them.
    static let step = """
        CREATE TABLE import_proposal (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL, photo INTEGER NOT NULL,
            other INTEGER, distance INTEGER, picture BLOB, fields TEXT,
            source TEXT NOT NULL, at TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'pending', change INTEGER REFERENCES change
        ) STRICT;
        CREATE INDEX import_proposal_by_photo ON import_proposal (photo, kind);
        CREATE INDEX import_proposal_by_other ON import_proposal (other)
            WHERE other IS NOT NULL;
        CREATE INDEX import_proposal_pending ON import_proposal (id) WHERE state = 'pending';
        CREATE TABLE change_import_proposal (
            change INTEGER NOT NULL REFERENCES change, proposal INTEGER NOT NULL,
            old_state TEXT NOT NULL, new_state TEXT NOT NULL, PRIMARY KEY (change, proposal)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE stated_hash (
            hash BLOB NOT NULL, photo INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            PRIMARY KEY (hash, photo)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX stated_hash_by_photo ON stated_hash (photo);
        CREATE TABLE picture_change (
            change INTEGER NOT NULL REFERENCES change, photo INTEGER NOT NULL,
            gone INTEGER NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (change, photo, gone)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX picture_change_by_gone ON picture_change (gone) WHERE gone > 0;
        CREATE INDEX IF NOT EXISTS file_by_fingerprint ON file (fingerprint)
            WHERE fingerprint IS NOT NULL;
        CREATE INDEX IF NOT EXISTS file_by_sha256 ON file (sha256) WHERE sha256 IS NOT NULL;
        \(withholding)
        """

    /// What came by mail before this table was there was never accepted by anybody.
    private static let withholding = """
        INSERT INTO import_proposal (id, kind, photo, fields, source, at)
            SELECT ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'proposal'), 0)
                    + row_number() OVER (ORDER BY id),
                'fields', id, extra, 'mail:' || message_id, ifnull(at, '')
            FROM (SELECT photo.id, extra, min(message.id), message_id, at FROM photo_message
                JOIN photo ON photo.id = photo_message.photo
                JOIN message ON message.id = photo_message.message
                WHERE extra IS NOT NULL GROUP BY photo.id);
        INSERT INTO sqlite_sequence (name, seq) SELECT 'proposal', 0
            WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'proposal');
        UPDATE sqlite_sequence SET seq = max(seq, ifnull((SELECT max(id) FROM import_proposal), 0))
            WHERE name = 'proposal';
        """
}
