/// What an undo is about to put back into files.
enum RestoringSchema {
    /// One row for each file that an undo of a change writes, from before it is written until the
    /// undo is in the catalog: `written` holds it from then on, as a write of the undo's own.
    ///
    /// - `change`, `path`, `kind`: the row of `written` that is taken back.
    /// - `former` leads from the bytes that are put back to those that stand there before;
    ///   `former_hash` and `hash` as in `written`.
    static let step = """
        CREATE TABLE restoring (
            change INTEGER NOT NULL REFERENCES change, path TEXT NOT NULL, kind TEXT NOT NULL,
            former BLOB, former_hash BLOB, hash BLOB, PRIMARY KEY (change, path, kind)
        ) STRICT, WITHOUT ROWID;
        """
}
