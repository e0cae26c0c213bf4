/// The table of the messages that fetches are at.
///
/// A message stands here while it is taken in: one whose process is no more has ended it, or was
/// there when something else did. `ends` counts how often that happened with the message alone
/// being looked at; one that was looked at together with others (`alone` is 0) is suspected only,
/// and looked at alone the next time.
enum ImportAttemptSchema {
    /// The step that makes it.
    static let step = """
        CREATE TABLE fetch_taking (
            source INTEGER NOT NULL REFERENCES fetch_source ON DELETE CASCADE,
            message TEXT NOT NULL, process INTEGER NOT NULL, alone INTEGER NOT NULL,
            ends INTEGER NOT NULL, PRIMARY KEY (source, message)
        ) STRICT, WITHOUT ROWID;
        """
}
