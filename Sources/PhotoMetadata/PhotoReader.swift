/// Reads what photos know of themselves: EXIF, XMP and IPTC, reconciled into one record by the
/// rules of SPEC §4.
///
/// Only the bytes that matter are read: the first 8 KB, then exactly what the walk through the
/// container asks for. A reader holds no state and may be used from any thread.
///
/// ```swift
/// let reading = try PhotoReader().read(path: "IMG_1.jpg")
/// print(reading.record.name ?? "unnamed", reading.record.findings)
/// ```
public struct PhotoReader: Sendable {
    /// How much of a file is looked at.
    public var limits = PhotoReadLimits.standard

    /// A reader with the standard limits.
    public init() {}

    /// Reads a photo's file.
    ///
    /// - Throws: ``PhotoReadError`` if there is no file, it can't be read, it is a folder, it is
    ///   empty, or its first bytes are those of no photo.
    public func read(path: String) throws(PhotoReadError) -> PhotoReading {
        try read(from: FileSource(path: path), path: path)
    }

    /// Reads a photo that lies in memory.
    ///
    /// - Throws: ``PhotoReadError`` if there are no bytes or they are no photo's.
    public func read(bytes: [UInt8]) throws(PhotoReadError) -> PhotoReading {
        try read(from: MemorySource(bytes), path: "-")
    }

    private func read(
        from source: any ByteSource, path: String
    ) throws(PhotoReadError) -> PhotoReading {
        guard source.count > 0 else {
            throw PhotoReadError(.empty, path: path, message: "\(path): the file is empty")
        }
        let blocks: MetadataBlocks?
        do throws(ByteSourceError) {
            var window = try ByteWindow(of: source)
            blocks = try ContainerFormat.matching(window.head)?.walk(&window, limits)
        } catch {
            throw PhotoReadError(error, path: path)
        }
        guard let blocks else {
            throw PhotoReadError(
                .notAPhoto, path: path, message: "\(path): not a photo in a known format")
        }
        return PhotoReading(record: Reconciler(blocks, limits: limits).record())
    }
}
