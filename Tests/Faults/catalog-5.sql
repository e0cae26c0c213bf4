-- A catalog as version 5 of its form had it, with two photos; @PHOTOS@ is their folder.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE traits (id INTEGER PRIMARY KEY, json TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO traits VALUES(1,'{"lens":"Pixel 8 back camera 6.9mm f/1.68","locationSource":"exif","make":"Google","mediaType":"image/jpeg","model":"Pixel 8","offsetSource":"exif","orientation":8,"provenance":{"camera":{"source":"exif:Make"},"caption":{"source":"exif:ImageDescription"},"keywords":{"source":"xmp:dc:subject"},"location":{"source":"exif:GPSLatitude"},"name":{"source":"xmp:dc:title"},"taken":{"source":"exif:DateTimeOriginal"}},"takenSource":"exif:DateTimeOriginal"}');
INSERT INTO traits VALUES(2,'{"lens":"iPhone 15 Pro back triple camera 6.765mm f/1.78","locationSource":"exif","make":"Apple","mediaType":"image/jpeg","model":"iPhone 15 Pro","offsetSource":"exif","provenance":{"camera":{"source":"exif:Make"},"caption":{"source":"xmp:dc:description"},"keywords":{"source":"xmp:dc:subject"},"location":{"source":"exif:GPSLatitude"},"name":{"source":"xmp:dc:title"},"regions":{"source":"xmp:mwg-rs:Regions"},"taken":{"source":"exif:DateTimeOriginal"}},"takenSource":"exif:DateTimeOriginal"}');
INSERT INTO traits VALUES(3,'{"lens":"Pixel 8 back camera 6.9mm f/1.68","locationSource":"exif","make":"Google","mediaType":"image/jpeg","model":"Pixel 8","offsetSource":"exif","orientation":8,"provenance":{"camera":{"source":"exif:Make"},"caption":{"source":"exif:ImageDescription"},"keywords":{"source":"xmp:dc:subject"},"location":{"source":"exif:GPSLatitude"},"name":{"at":"2026-11-22T03:07:55Z","source":"user"},"taken":{"source":"exif:DateTimeOriginal"}},"takenSource":"exif:DateTimeOriginal"}');
INSERT INTO traits VALUES(4,'{"lens":"Pixel 8 back camera 6.9mm f/1.68","locationSource":"exif","make":"Google","mediaType":"image/jpeg","model":"Pixel 8","offsetSource":"exif","orientation":8,"provenance":{"camera":{"source":"exif:Make"},"caption":{"at":"2026-11-22T03:07:55Z","source":"user"},"keywords":{"source":"xmp:dc:subject"},"location":{"source":"exif:GPSLatitude"},"name":{"at":"2026-11-22T03:07:55Z","source":"user"},"taken":{"source":"exif:DateTimeOriginal"}},"takenSource":"exif:DateTimeOriginal"}');
INSERT INTO traits VALUES(5,'{"lens":"Pixel 8 back camera 6.9mm f/1.68","locationSource":"user","make":"Google","mediaType":"image/jpeg","model":"Pixel 8","offsetSource":"exif","orientation":8,"provenance":{"camera":{"source":"exif:Make"},"caption":{"at":"2026-11-22T03:07:55Z","source":"user"},"keywords":{"source":"xmp:dc:subject"},"location":{"at":"2026-11-22T03:07:55Z","source":"user"},"name":{"at":"2026-11-22T03:07:55Z","source":"user"},"taken":{"source":"exif:DateTimeOriginal"}},"takenSource":"exif:DateTimeOriginal"}');
INSERT INTO traits VALUES(6,'{"lens":"Pixel 8 back camera 6.9mm f/1.68","locationSource":"user","make":"Google","mediaType":"image/jpeg","model":"Pixel 8","offsetSource":"exif","orientation":8,"provenance":{"camera":{"source":"exif:Make"},"caption":{"at":"2026-11-22T03:07:55Z","source":"user"},"keywords":{"at":"2026-11-22T03:07:55Z","source":"user"},"location":{"at":"2026-11-22T03:07:55Z","source":"user"},"name":{"at":"2026-11-22T03:07:55Z","source":"user"},"taken":{"source":"exif:DateTimeOriginal"}},"takenSource":"exif:DateTimeOriginal"}');
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
, derived INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO photo VALUES(1,X'01a20139800570b0b7bff4dbc40720b9',X'00ff746a313a6266633335356630303334363164653437353037623932366635366434363131',NULL,NULL,'Tom','On the roof','["cat","tom"]',NULL,1707651045,'250',60,48.85000000000000142,2.2900000000000000355,NULL,NULL,NULL,'Paris','Île-de-France','FR',4.2999999999999998223,NULL,NULL,1600,1200,97398,6,NULL,NULL,0,3);
INSERT INTO photo VALUES(2,X'01a201398006745db08ba058897ce04e',X'00ff746a313a3736316565323932343363613663663732333033333639366331646133656437',NULL,NULL,'Red kite','Above the barn','["bird","red kite","Milvus milvus"]',NULL,1714558953,'120',120,48.152344999999996842,8.4321090000000005204,812.39999999999997727,120.5,8.0,'Königsfeld im Schwarzwald','Baden-Wurttemberg','DE',1.8000000000000000444,'[{"kind":"pet","name":"Red kite","shape":{"height":0.4417,"type":"rectangle","width":0.7331,"x":0.06785000000000002,"y":0.16575}},{"name":"Our barn","shape":{"height":0.26,"type":"rectangle","width":0.29,"x":0.62,"y":0.62}}]',replace('Red kite\nOur barn','\n',char(10)),1600,1200,84989,2,NULL,NULL,0,3);
CREATE TABLE file (
    path TEXT PRIMARY KEY,
    photo INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
    size INTEGER NOT NULL, modified INTEGER NOT NULL, inode INTEGER NOT NULL,
    missing INTEGER NOT NULL DEFAULT 0,
    fingerprint BLOB, sha256 BLOB,
    said BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO file VALUES('@PHOTOS@/bird.jpg',2,84989,1795316875156422331,85,0,NULL,NULL,X'f7a7aba42e1a1cce89e2298761c1b13f36e1f6f3d0b57e330dfcb7a8aa93160afb611e85f819c867847a9a703febba930f631a412748815581');
INSERT INTO file VALUES('@PHOTOS@/cat.jpg',1,97398,1795316875156321651,84,0,NULL,NULL,X'b71365ba6183d8b8c7e7ae718f0facba53732286ed57ca478226861a84a28f9fcb2f45c2ca6cf80d6f8e32caede0b1383b');
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','words','words',0,'CREATE VIRTUAL TABLE words USING fts5 (
    name, caption, keywords, people, place, regions,
    content = ''photo_words'', content_rowid = ''id'', columnsize = 0,
    tokenize = ''unicode61 remove_diacritics 2'')');
CREATE TABLE IF NOT EXISTS 'words_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO words_data VALUES(1,X'02030607000b04');
INSERT INTO words_data VALUES(10,X'000000000105050005010101020101030101040101050101');
INSERT INTO words_data VALUES(137438953473,X'0000011e063061626f766502060101020105626164656e02060104050302726e020c010104010505020565726c696e0106010405020369726402060102020103636174010601020201026465010601040601060104070103666f7201060101030102696d020601040301046b697465020e0301020401050302096f6e69677366656c64020601040201066d696c76757302080102050303036e6b610102020303747465010601040201026f6601060104040202757202060105040104706f737401060101050103726564020e02010203010502010b7363687761727a77616c6402060104040204746174650106010403010374686501060101040106010103010777616974696e670106010102020a75727474656d626572670206010406040c0c0c0c0a0a0e0a090f100e080a09090b0e120b0f0e');
INSERT INTO words_data VALUES(274877906945,X'0000008007306265726c696e0107010405010363617401070102020102646501070104060103666f72010701010301056d696e6b6101010303747465010701040201026f6601070104040104706f737401070101050105737461746501070104030103746865010701010402026f6d010202010777616974696e670107010102040d0a090a090a090b0c0a07');
INSERT INTO words_data VALUES(412316860417,X'0000008307306265726c696e0107010405010363617401070102020102646501070104060103666f72010101056d69747465010701040201026f66010701040402016e01060101020104706f737401010104726f6f6601060101040105737461746501070104030103746865010701010302026f6d010302010777616974696e670101040d0a09070c0908080b0c0a07');
INSERT INTO words_data VALUES(549755813889,X'0000008707306265726c696e0101010363617401070102020102646501070104040102667201060104060304616e636501060104050103696c65010601040301056d69747465010101026f66010102016e01070101020105706172697301060104020104726f6f6601070101040105737461746501010103746865010701010302026f6d010302040a0a09090b0a0906080c0b090a');
INSERT INTO words_data VALUES(687194767361,X'00000069043063617401070102020102646501070104040102667201070104060304616e636501070104050103696c65010701040301026f6e01070101020105706172697301070104020104726f6f6601070101040103746865010701010302026f6d010902010203040a09090b0a090c0b0a');
CREATE TABLE IF NOT EXISTS 'words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO words_idx VALUES(1,X'',2);
INSERT INTO words_idx VALUES(2,X'',2);
INSERT INTO words_idx VALUES(3,X'',2);
INSERT INTO words_idx VALUES(4,X'',2);
INSERT INTO words_idx VALUES(5,X'',2);
CREATE TABLE IF NOT EXISTS 'words_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO words_config VALUES('version',4);
CREATE TABLE change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL, kind TEXT NOT NULL, summary TEXT NOT NULL, source TEXT NOT NULL,
    undoes INTEGER REFERENCES change, undone_by INTEGER REFERENCES change,
    first_photo INTEGER, last_photo INTEGER
) STRICT;
INSERT INTO change VALUES(1,'2026-11-22T03:07:55Z','scan','scan: 2 photos added','scan',NULL,NULL,1,2);
INSERT INTO change VALUES(2,'2026-11-22T03:07:55Z','edit','edit caption, keywords, location, name of 1 photo','user',NULL,NULL,NULL,NULL);
CREATE TABLE change_value (
    change INTEGER NOT NULL REFERENCES change, photo INTEGER NOT NULL,
    field TEXT NOT NULL,
    old TEXT, old_source TEXT, old_at TEXT, new TEXT, new_source TEXT, new_at TEXT,
    PRIMARY KEY (photo, field, change)
) STRICT, WITHOUT ROWID;
INSERT INTO change_value VALUES(2,1,'caption','"Waiting for the post"','exif:ImageDescription',NULL,'"On the roof"','user','2026-11-22T03:07:55Z');
INSERT INTO change_value VALUES(2,1,'keywords','["cat"]','xmp:dc:subject',NULL,'["cat","tom"]','user','2026-11-22T03:07:55Z');
INSERT INTO change_value VALUES(2,1,'location','{"accuracy":6.1,"altitude":61.0,"direction":90.0,"latitude":52.520008,"longitude":13.404954,"source":"exif"}','exif:GPSLatitude',NULL,'{"latitude":48.85,"longitude":2.29,"source":"user"}','user','2026-11-22T03:07:55Z');
INSERT INTO change_value VALUES(2,1,'name','"Minka"','xmp:dc:title',NULL,'"Tom"','user','2026-11-22T03:07:55Z');
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
CREATE TABLE own_place (
    photo INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
    name TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL
) STRICT;
CREATE TABLE written (
    change INTEGER NOT NULL REFERENCES change, path TEXT NOT NULL, kind TEXT NOT NULL,
    former BLOB, former_hash BLOB, hash BLOB, PRIMARY KEY (change, path, kind)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE outbox_piece (
    id INTEGER PRIMARY KEY,
    mail INTEGER NOT NULL REFERENCES outbox ON DELETE CASCADE,
    number INTEGER NOT NULL, bytes BLOB NOT NULL
) STRICT;
CREATE TABLE outbox_photo (
    mail INTEGER NOT NULL REFERENCES outbox ON DELETE CASCADE,
    position INTEGER NOT NULL, record_id BLOB NOT NULL, PRIMARY KEY (mail, position)
) STRICT, WITHOUT ROWID;
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
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','places','places',0,'CREATE VIRTUAL TABLE places USING rtree (id, min_latitude, max_latitude, min_longitude, max_longitude)');
CREATE TABLE IF NOT EXISTS "places_rowid"(rowid INTEGER PRIMARY KEY,nodeno);
INSERT INTO places_rowid VALUES(1,1);
INSERT INTO places_rowid VALUES(2,1);
CREATE TABLE IF NOT EXISTS "places_node"(nodeno INTEGER PRIMARY KEY,data);
INSERT INTO places_node VALUES(1,X'000000020000000000000001424366664243666840128f5c40128f5d000000000000000242409c0042409c024106e9eb4106e9ec000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE IF NOT EXISTS "places_parent"(nodeno INTEGER PRIMARY KEY,parentnode);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('change',2);
CREATE UNIQUE INDEX photo_by_record_id ON photo (record_id);
CREATE INDEX photo_by_fingerprint ON photo (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE INDEX photo_by_sha256 ON photo (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX photo_by_perceptual_hash ON photo (perceptual_hash)
    WHERE perceptual_hash IS NOT NULL;
CREATE INDEX photo_by_taken ON photo (taken, taken_fraction, id);
CREATE INDEX photo_missing ON photo (id) WHERE missing;
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
CREATE TRIGGER photo_words_changed AFTER UPDATE OF name, caption, keywords, people, place, place_region, place_country, region_names ON photo
    WHEN NEW.name IS NOT OLD.name OR NEW.caption IS NOT OLD.caption OR NEW.keywords IS NOT OLD.keywords OR NEW.people IS NOT OLD.people OR NEW.place IS NOT OLD.place OR NEW.place_region IS NOT OLD.place_region OR NEW.place_country IS NOT OLD.place_country OR NEW.region_names IS NOT OLD.region_names BEGIN INSERT INTO words (words, rowid, name, caption, keywords, people, place, regions) SELECT 'delete', OLD.id, OLD.name, OLD.caption, OLD.keywords, OLD.people, CASE WHEN coalesce(OLD.place, OLD.place_region, OLD.place_country) IS NULL THEN NULL ELSE ifnull(OLD.place, '') || ' ' || ifnull(OLD.place_region, '') || ' ' || ifnull(OLD.place_country, '') END, OLD.region_names WHERE coalesce(OLD.name, OLD.caption, OLD.keywords, OLD.people, OLD.place, OLD.place_region, OLD.place_country, OLD.region_names) IS NOT NULL; INSERT INTO words (rowid, name, caption, keywords, people, place, regions) SELECT NEW.id, NEW.name, NEW.caption, NEW.keywords, NEW.people, CASE WHEN coalesce(NEW.place, NEW.place_region, NEW.place_country) IS NULL THEN NULL ELSE ifnull(NEW.place, '') || ' ' || ifnull(NEW.place_region, '') || ' ' || ifnull(NEW.place_country, '') END, NEW.region_names WHERE coalesce(NEW.name, NEW.caption, NEW.keywords, NEW.people, NEW.place, NEW.place_region, NEW.place_country, NEW.region_names) IS NOT NULL; END;
CREATE TRIGGER photo_words_removed AFTER DELETE ON photo BEGIN INSERT INTO words (words, rowid, name, caption, keywords, people, place, regions) SELECT 'delete', OLD.id, OLD.name, OLD.caption, OLD.keywords, OLD.people, CASE WHEN coalesce(OLD.place, OLD.place_region, OLD.place_country) IS NULL THEN NULL ELSE ifnull(OLD.place, '') || ' ' || ifnull(OLD.place_region, '') || ' ' || ifnull(OLD.place_country, '') END, OLD.region_names WHERE coalesce(OLD.name, OLD.caption, OLD.keywords, OLD.people, OLD.place, OLD.place_region, OLD.place_country, OLD.region_names) IS NOT NULL; END;
CREATE INDEX change_to_undo ON change (id)
    WHERE undone_by IS NULL AND kind IN ('edit', 'import', 'accept', 'reject');
CREATE INDEX change_value_by_change ON change_value (change);
CREATE UNIQUE INDEX proposal_once ON proposal (photo, field, hash);
CREATE INDEX proposal_pending ON proposal (photo) WHERE state = 'pending';
CREATE INDEX photo_to_derive ON photo (id)
    WHERE derived & 1 = 0 AND latitude IS NOT NULL;
CREATE INDEX outbox_open ON outbox (id) WHERE state NOT IN ('sent', 'discarded');
CREATE UNIQUE INDEX outbox_piece_by_mail ON outbox_piece (mail, number);
CREATE TRIGGER photo_place_changed AFTER UPDATE OF latitude, longitude ON photo
 WHEN NEW.latitude IS NOT OLD.latitude OR NEW.longitude IS NOT OLD.longitude
 BEGIN DELETE FROM places WHERE id = OLD.id; INSERT INTO places SELECT NEW.id, NEW.latitude, NEW.latitude, NEW.longitude, NEW.longitude WHERE NEW.latitude IS NOT NULL AND NEW.longitude IS NOT NULL; END;
CREATE TRIGGER photo_place_removed AFTER DELETE ON photo BEGIN DELETE FROM places WHERE id = OLD.id; END;
PRAGMA writable_schema=OFF;
COMMIT;
PRAGMA user_version = 5;
PRAGMA application_id = 1464423523;
