/// The catalog's memory of what files said: removals that wait for a decision, and writes into
/// files that are found again by their photos.
enum MemorySchema {
    /// - `until`: when a scan found that no file says a value any more (`Provenance.until`).
    /// - `proposal.kind`: `value`, or `removal` with `value` as `Removal.json` and `hash` as
    ///   `Proposing.hash(ofRemovalOf:)`; `of_file`: whether a file makes it, so that it goes away
    ///   once no file does.
    /// - `written.photo`: whose file it was; `restored_by`: the undo that put the former bytes
    ///   back, NULL while that is to be done.
    static let step = """
        ALTER TABLE change_value ADD COLUMN old_until TEXT;
        ALTER TABLE change_value ADD COLUMN new_until TEXT;
        ALTER TABLE proposal ADD COLUMN kind TEXT NOT NULL DEFAULT 'value';
        ALTER TABLE proposal ADD COLUMN of_file INTEGER NOT NULL DEFAULT 0;
        UPDATE proposal SET of_file = 1
            WHERE change IN (SELECT id FROM change WHERE kind = 'scan');
        ALTER TABLE written ADD COLUMN photo INTEGER;
        ALTER TABLE written ADD COLUMN restored_by INTEGER;
        UPDATE written SET photo = (SELECT photo FROM file WHERE file.path = written.path),
            restored_by = (SELECT undone_by FROM change WHERE change.id = written.change);
        """
}
