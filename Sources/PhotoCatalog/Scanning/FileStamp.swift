import PhotoRecord

/// What tells, without reading it, whether a file may have changed since it was read.
public struct FileStamp: Sendable, Hashable {
    /// Its size in bytes.
    public var size: Int64
    /// When it was last written: nanoseconds since 1970.
    public var modified: Int64
    /// Its number in the file system; for a photo that sidecars lie beside, mixed with their
    /// stamps, so that the photo is read again when one of them changes.
    public var inode: UInt64

    /// A stamp.
    public init(size: Int64, modified: Int64, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.inode = inode
    }
}

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

/// A file that a scan has read.
public struct ScannedFile: Sendable {
    /// The absolute path.
    public var path: String
    /// The file's stamp, taken before it was read.
    public var stamp: FileStamp
    /// What the file says of itself.
    public var record: PhotoRecord
    /// What was worked out for the record by a guide; nil where that is still to be done.
    public var derived: DerivedValues?
    /// What earlier versions took for the picture's fingerprint, where that was another one.
    public var formerFingerprint: String?
    /// Whether a person named this very file, not a folder above it.
    public var isChosen = false

    /// A file with what it says.
    public init(
        path: String, stamp: FileStamp, record: PhotoRecord, derived: DerivedValues? = nil,
        formerFingerprint: String? = nil
    ) {
        self.derived = derived
        self.formerFingerprint = formerFingerprint
        self.path = path
        self.stamp = stamp
        self.record = record
    }
}
