import PhotoRecords

/// Something that a change wrote into a file, with what leads back to what stood there before.
public struct FileWrite: Sendable, Hashable {
    /// What was written.
    public enum Kind: String, Sendable {
        /// A photo's own metadata.
        case metadata
        /// A sidecar.
        case sidecar
    }

    /// The file's absolute path.
    public var path: String
    /// The photo that it is, or lies beside: by it the file is found where it is now. Nil where
    /// that is not known.
    public var photo: RecordID?
    /// What was written.
    public var kind: Kind
    /// What makes the former bytes of those that were written, in a form of the caller's.
    public var former: [UInt8]?
    /// The hash of the former bytes; nil where there was no file.
    public var formerHash: [UInt8]?
    /// The hash of the bytes that were written; nil where the file was taken away.
    public var hash: [UInt8]?

    /// A write.
    public init(
        path: String, photo: RecordID? = nil, kind: Kind, former: [UInt8]?,
        formerHash: [UInt8]?, hash: [UInt8]?
    ) {
        self.path = path
        self.photo = photo
        self.kind = kind
        self.former = former
        self.formerHash = formerHash
        self.hash = hash
    }
}

/// A write that was taken back.
public struct RestoredWrite: Sendable, Hashable {
    /// The write.
    public var write: FileWrite
    /// What putting the former bytes back wrote, where the file lies now; nil where they stood
    /// there already.
    public var reversal: FileWrite?

    /// A write that was taken back.
    public init(_ write: FileWrite, reversal: FileWrite?) {
        self.write = write
        self.reversal = reversal
    }
}
