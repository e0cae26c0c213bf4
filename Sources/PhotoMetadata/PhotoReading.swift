public import PhotoRecords

/// What a photo's own metadata says.
public struct PhotoReading: Hashable, Sendable {
    /// The story and the facts, where each came from, and what was noticed on the way.
    ///
    /// A finding of severity `error` means that the file is damaged, although something was
    /// read. `record.file` and `record.image.sha256` are left to the caller.
    public var record: PhotoRecord
    /// What earlier versions took for the picture's fingerprint, where that was another one.
    public var formerFingerprint: String?

    /// A reading.
    public init(record: PhotoRecord, formerFingerprint: String? = nil) {
        self.record = record
        self.formerFingerprint = formerFingerprint
    }

    /// Whether what was read is no photo but an XMP packet in a file of its own, as it stands
    /// beside a photo.
    public var isSidecar: Bool { record.image?.mediaType == XMPFileWalk.mediaType }

    /// Whether the file is damaged: a finding of severity `error` says how.
    public var isDamaged: Bool { record.findings.contains { $0.severity == .error } }
}
