import Files
import PhotoRecords

/// A file that a scan has read.
public struct ScannedFile: Sendable {
    /// The absolute path.
    public var path: String
    /// The file's stamp, taken before it was read.
    public var stamp: FileStamp
    /// What the file says of itself.
    public var record: PhotoRecord
    /// What was worked out for the record by a geocoder; nil where that is still to be done.
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
