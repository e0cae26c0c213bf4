/// Which photos cannot be decoded, so that not every mail that comes tries them again.
enum PerceptualHashSchema {
    /// One row for each photo whose picture was tried and could not be decoded; it goes when the
    /// photo gets another picture or a hash of what it looks like.
    static let step = """
        CREATE TABLE undecodable (
            photo INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE
        ) STRICT;
        CREATE TRIGGER decodable AFTER UPDATE OF fingerprint, perceptual_hash ON photo
            WHEN OLD.fingerprint IS NOT NEW.fingerprint OR NEW.perceptual_hash IS NOT NULL
            BEGIN DELETE FROM undecodable WHERE photo = NEW.id; END;
        """
}
