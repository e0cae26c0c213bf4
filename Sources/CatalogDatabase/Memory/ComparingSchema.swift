/// Which files are to be read once more because only hashes are known of what they said.
enum ComparingSchema {
    /// - `file.reread`: 2 where a value that no file says any more is to be compared with what
    ///   this one says; 1 as in `IdentitySchema`.
    static let step = """
        CREATE INDEX file_to_compare ON file (path) WHERE reread = 2;
        """
}
