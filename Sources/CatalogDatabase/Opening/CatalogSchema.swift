import GRDB
import OutputText

/// The catalog's tables, and the steps that lead from each version of them to the next.
///
/// The version stands in the header (`PRAGMA user_version`). All steps run in one immediate
/// transaction that looks at the version only once it holds the write lock: two programs that
/// make one catalog at the very same moment cannot both take the same step.
///
/// ```
/// photo ─┬─< file                 a picture and the places it lies at
///        ├─1 own_place           where a person named the place
///        ├─1 undecodable         that its picture was tried and cannot be decoded
///        ├─1 words   (FTS5)       what can be searched for
///        ├─> traits               what many photos share: camera, sources
///        ├─< proposal, offered    what files and mails said beside the value that stands
///        ├─< photo_message        the mails it came with (message: known by id and contents)
///        ├─< stated_hash          what those mails said its original's hashes are
///        └─< import_proposal      photos it may be joined with, fields nobody knows
/// change ┬─< change_value         the audit trail: one row for each value changed
///        ├─< change_proposal, change_import_proposal
///        ├─< file_move            files that went from one photo to another
///        ├─< picture_change       files and pictures that photos got
///        ├─< written              what stood in files before it was written there
///        ├─< restoring            the same of an undo that is on its way
///        └─< trash                photos that an undo took out, whole
/// outbox ─┬─< outbox_piece       mails on their way out
///         └─< outbox_photo
/// fetch_source ┬─< fetched        mailboxes that mail is fetched from, and how far
///              ├─< fetch_failure
///              └─< fetch_taking   the mails that fetches are at
/// question ─┬─< question_event     what was asked about photos, and the conversations
///           └─< question_recipient
/// ```
enum CatalogSchema {
    /// The newest version, that this program writes.
    static let version = steps.count

    /// The steps: the first makes version 1.
    static let steps: [String] = [
        first, derivedPlaces, written, OutboxSchema.step, FetchSchema.step, PlaceTiles.step,
        FoldedWords.step, IdentitySchema.step, ImportSchema.step, ImportAttemptSchema.step,
        MemorySchema.step, ComparingSchema.step, RestoringSchema.step, MessageSchema.step,
        PerceptualHashSchema.step, PerceptualHashIndex.step, QuestionSchema.step,
    ]

    /// Brings a database to the newest version.
    ///
    /// - Throws: `WitError` of code `newer-version` or `not-a-catalog`, or what SQLite says.
    static func prepare(_ db: Database, path: String) throws {
        if try current(db, path: path) == version { return }
        // An index of millions of photos is sorted on disk, not in memory.
        try db.execute(sql: "PRAGMA temp_store = FILE")
        defer { try? db.execute(sql: "PRAGMA temp_store = MEMORY") }
        try db.inTransaction(.immediate) {
            for (index, step) in steps.enumerated().dropFirst(try current(db, path: path)) {
                try db.execute(sql: step)
                try db.execute(sql: "PRAGMA user_version = \(index + 1)")
            }
            try PlaceTiles.dropTree(db)
            try db.execute(sql: "PRAGMA application_id = \(CatalogFile.applicationID)")
            return .commit
        }
    }

    /// The version of a database, 0 for an empty one.
    static func current(_ db: Database, path: String) throws -> Int {
        let application = try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if application == 0, found == 0 {
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            if tables == 0 { return 0 }
        }
        guard application == Int64(CatalogFile.applicationID) else {
            throw CatalogFile.notACatalog(path)
        }
        try CatalogFile.refuseNewer(found, path: path)
        return found
    }

    /// Adds what was written into files: enough to put each back as it was. `former` leads from
    /// what was written to what stood there before; a hash is NULL where there was no file.
    private static let written = """
        CREATE TABLE written (
            change INTEGER NOT NULL REFERENCES change, path TEXT NOT NULL, kind TEXT NOT NULL,
            former BLOB, former_hash BLOB, hash BLOB, PRIMARY KEY (change, path, kind)
        ) STRICT, WITHOUT ROWID;
        """

    /// Version 1.
    ///
    /// Identities and hashes are blobs: half the bytes of their hexadecimal digits. `taken` is
    /// the clock's reading in seconds since 1970 and `taken_fraction` the digits after it, ''
    /// for none, NULL for a date alone.
    private static let first = """
        CREATE TABLE traits (id INTEGER PRIMARY KEY, json TEXT NOT NULL UNIQUE) STRICT;

        CREATE TABLE photo (
            id INTEGER PRIMARY KEY,
            record_id BLOB NOT NULL,
            fingerprint BLOB, sha256 BLOB, perceptual_hash BLOB,
            name TEXT, caption TEXT,
            keywords TEXT, people TEXT,
            taken INTEGER, taken_fraction TEXT, taken_offset INTEGER,
            latitude REAL, longitude REAL, altitude REAL, direction REAL, accuracy REAL,
            place TEXT, place_region TEXT, place_country TEXT, place_distance REAL,
            regions TEXT, region_names TEXT,
            width INTEGER, height INTEGER, bytes INTEGER,
            traits INTEGER NOT NULL REFERENCES traits,
            findings TEXT, extra TEXT,
            missing INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE UNIQUE INDEX photo_by_record_id ON photo (record_id);
        CREATE INDEX photo_by_fingerprint ON photo (fingerprint) WHERE fingerprint IS NOT NULL;
        CREATE INDEX photo_by_sha256 ON photo (sha256) WHERE sha256 IS NOT NULL;
        CREATE INDEX photo_by_perceptual_hash ON photo (perceptual_hash)
            WHERE perceptual_hash IS NOT NULL;
        CREATE INDEX photo_by_taken ON photo (taken, taken_fraction, id);
        CREATE INDEX photo_missing ON photo (id) WHERE missing;

        CREATE TABLE file (
            path TEXT PRIMARY KEY,
            photo INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            size INTEGER NOT NULL, modified INTEGER NOT NULL, inode INTEGER NOT NULL,
            missing INTEGER NOT NULL DEFAULT 0,
            fingerprint BLOB, sha256 BLOB,
            said BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX file_by_photo ON file (photo, missing);

        CREATE VIEW photo_words AS
            SELECT id, name, caption, keywords, people,
                CASE WHEN place IS NULL AND place_region IS NULL AND place_country IS NULL
                    THEN NULL
                    ELSE ifnull(place, '') || ' ' || ifnull(place_region, '') || ' '
                        || ifnull(place_country, '') END AS place,
                region_names AS regions
            FROM photo
            WHERE coalesce(name, caption, keywords, people, place, place_region, place_country,
                region_names) IS NOT NULL;
        CREATE VIRTUAL TABLE words USING fts5 (
            name, caption, keywords, people, place, regions,
            content = 'photo_words', content_rowid = 'id', columnsize = 0,
            tokenize = 'unicode61 remove_diacritics 2');
        CREATE VIRTUAL TABLE places USING rtree (
            id, min_latitude, max_latitude, min_longitude, max_longitude);

        \(triggers)

        CREATE TABLE change (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at TEXT NOT NULL, kind TEXT NOT NULL, summary TEXT NOT NULL, source TEXT NOT NULL,
            undoes INTEGER REFERENCES change, undone_by INTEGER REFERENCES change,
            first_photo INTEGER, last_photo INTEGER
        ) STRICT;
        CREATE INDEX change_to_undo ON change (id)
            WHERE undone_by IS NULL AND kind IN ('edit', 'import', 'accept', 'reject');
        CREATE TABLE change_value (
            change INTEGER NOT NULL REFERENCES change, photo INTEGER NOT NULL,
            field TEXT NOT NULL,
            old TEXT, old_source TEXT, old_at TEXT, new TEXT, new_source TEXT, new_at TEXT,
            PRIMARY KEY (photo, field, change)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX change_value_by_change ON change_value (change);
        CREATE TABLE change_proposal (
            change INTEGER NOT NULL REFERENCES change, proposal INTEGER NOT NULL,
            old_state TEXT NOT NULL, new_state TEXT NOT NULL, PRIMARY KEY (change, proposal)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE trash (
            change INTEGER NOT NULL REFERENCES change, photo INTEGER NOT NULL,
            row TEXT NOT NULL, files TEXT NOT NULL, PRIMARY KEY (change, photo)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE proposal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            photo INTEGER NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL,
            hash INTEGER NOT NULL, source TEXT NOT NULL, at TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'pending', change INTEGER NOT NULL REFERENCES change
        ) STRICT;
        CREATE UNIQUE INDEX proposal_once ON proposal (photo, field, hash);
        CREATE INDEX proposal_pending ON proposal (photo) WHERE state = 'pending';
        CREATE TABLE offered (
            photo INTEGER NOT NULL, field TEXT NOT NULL, hash INTEGER NOT NULL,
            change INTEGER REFERENCES change, PRIMARY KEY (photo, field, hash)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE message (
            id INTEGER PRIMARY KEY, message_id TEXT NOT NULL UNIQUE,
            sender TEXT, subject TEXT, at TEXT
        ) STRICT;
        CREATE TABLE photo_message (
            photo INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            message INTEGER NOT NULL REFERENCES message, PRIMARY KEY (photo, message)
        ) STRICT, WITHOUT ROWID;
        """

    /// Adds what is worked out from a photo's point, and the places that persons named.
    ///
    /// A derived name and offset stand in the columns of `place` and `taken_offset`, so that the
    /// words and other programs find them; `derived` says by its bits which of them nobody said:
    /// 1 worked out, 2 the place by the gazetteer, 4 the place by a person's naming nearby, 8 the
    /// offset, 16 of a time shown twice, 32 of a time left out.
    private static let derivedPlaces = """
        ALTER TABLE photo ADD COLUMN derived INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX photo_to_derive ON photo (id)
            WHERE derived & 1 = 0 AND latitude IS NOT NULL;
        CREATE TABLE own_place (
            photo INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            name TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL
        ) STRICT;
        \(ownPlacesAnew);
        """

    /// Fills the empty table `own_place` from the photos.
    static let ownPlacesAnew = """
        INSERT INTO own_place SELECT photo.id, place, latitude, longitude
            FROM photo JOIN traits ON traits.id = photo.traits
            WHERE latitude IS NOT NULL AND longitude IS NOT NULL AND place <> ''
            AND place_distance IS NULL AND derived & 6 = 0
            AND json_extract(json, '$.provenance.location.source') = 'user'
        """

    private static let wordColumns =
        "name, caption, keywords, people, place, place_region, place_country, region_names"

    /// What keeps the words (and in version 1 the places) in step with photos that change or leave.
    ///
    /// Not with photos that come: an insert that fires a trigger is a statement of several
    /// writes, before and after each of which FTS5 flushes what it has gathered; a scan would
    /// take twice its time. `PhotoRows` adds their words by a statement of its own.
    private static let triggers: String = {
        func place(_ row: String) -> String {
            "CASE WHEN coalesce(\(row).place, \(row).place_region, \(row).place_country) IS NULL "
                + "THEN NULL ELSE ifnull(\(row).place, '') || ' ' "
                + "|| ifnull(\(row).place_region, '') || ' ' "
                + "|| ifnull(\(row).place_country, '') END"
        }
        func columns(_ row: String) -> String {
            "\(row).id, \(row).name, \(row).caption, \(row).keywords, \(row).people, "
                + "\(place(row)), \(row).region_names"
        }
        func each(_ row: String) -> String {
            wordColumns.split(separator: ", ").map { "\(row).\($0)" }.joined(separator: ", ")
        }
        let names = "rowid, name, caption, keywords, people, place, regions"
        let add =
            "INSERT INTO words (\(names)) SELECT \(columns("NEW"))"
            + " WHERE coalesce(\(each("NEW"))) IS NOT NULL;"
        let drop =
            "INSERT INTO words (words, \(names)) SELECT 'delete', \(columns("OLD"))"
            + " WHERE coalesce(\(each("OLD"))) IS NOT NULL;"
        let locate = """
            INSERT INTO places SELECT NEW.id, NEW.latitude, NEW.latitude, NEW.longitude, \
            NEW.longitude WHERE NEW.latitude IS NOT NULL AND NEW.longitude IS NOT NULL;
            """
        let differs = wordColumns.split(separator: ", ")
            .map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR ")
        return """
            CREATE TRIGGER photo_words_changed AFTER UPDATE OF \(wordColumns) ON photo
                WHEN \(differs) BEGIN \(drop) \(add) END;
            CREATE TRIGGER photo_words_removed AFTER DELETE ON photo BEGIN \(drop) END;
            CREATE TRIGGER photo_place_changed AFTER UPDATE OF latitude, longitude ON photo
                WHEN NEW.latitude IS NOT OLD.latitude OR NEW.longitude IS NOT OLD.longitude
                BEGIN DELETE FROM places WHERE id = OLD.id; \(locate) END;
            CREATE TRIGGER photo_place_removed AFTER DELETE ON photo
                BEGIN DELETE FROM places WHERE id = OLD.id; END;
            """
    }()
}
