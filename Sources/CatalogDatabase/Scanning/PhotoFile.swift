import Files

/// One of the places a photo lies at.
public struct PhotoFile: Sendable, Hashable {
    /// The absolute path.
    public var path: String
    /// Its stamp when it was read.
    public var stamp: FileStamp
    /// Whether it was gone when it was last looked for.
    public var missing: Bool
    /// Whether its picture is another one than the photo's own: a smaller copy, one from before an
    /// edit.
    public var isLesser = false
}
