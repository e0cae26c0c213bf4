import Files

/// A file as the catalog knows it.
public struct KnownFile: Sendable, Hashable {
    /// Its stamp when it was read.
    public var stamp: FileStamp
    /// Whether it was gone when it was last looked for.
    public var missing: Bool
    /// Whether it is to be read again although its stamp is the same: what is known of its
    /// picture was read by a version that looked at less of it.
    public var isDoubtful: Bool
    /// Whether a person named this very file, not a folder above it.
    public var isChosen: Bool

    /// A known file.
    public init(
        stamp: FileStamp, missing: Bool, isDoubtful: Bool = false, isChosen: Bool = false
    ) {
        self.stamp = stamp
        self.missing = missing
        self.isDoubtful = isDoubtful
        self.isChosen = isChosen
    }
}
