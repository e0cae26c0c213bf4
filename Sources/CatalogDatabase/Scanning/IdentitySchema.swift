/// What tells pictures of one fingerprint apart, and which files are to be read once more because
/// they were told apart by less than that.
///
/// - `photo.middle`: a hash of samples of the picture's data, known where it was needed.
/// - `file.reread`: 1 where the next scan reads the file even if it seems unchanged.
/// - `file.chosen`: 1 for a file that a person named itself: it stays in the catalog although its
///   name is one of those that are left out.
/// - `file_move`: files that a change gave from one photo to another, so that it can be undone.
enum IdentitySchema {
    /// The step that adds all this to a catalog without it.
    static let step = """
        ALTER TABLE photo ADD COLUMN middle BLOB;
        ALTER TABLE file ADD COLUMN reread INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE file ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0;
        UPDATE file SET reread = 1 WHERE substr(fingerprint, 1, 6) IN (\(schemes))
            OR photo IN (SELECT id FROM photo WHERE substr(fingerprint, 1, 6) IN (\(schemes)))
            OR photo IN (SELECT photo FROM file GROUP BY photo HAVING count(*) > 1);
        CREATE TABLE file_move (
            change INTEGER NOT NULL REFERENCES change, path TEXT NOT NULL,
            former_photo INTEGER NOT NULL, photo INTEGER NOT NULL, PRIMARY KEY (change, path)
        ) STRICT, WITHOUT ROWID;
        """

    /// The beginnings of stored fingerprints whose files are to be read once more.
    private static let schemes = PictureScheme.former
        .map { "x'00ff74" + $0.utf8.map { String($0, radix: 16) }.joined() + "'" }
        .joined(separator: ", ")
}
