import OutputText
import PhotoRecords

/// Reads what photos know of themselves: EXIF, XMP and IPTC, reconciled into one record by the
/// rules of “Reading a photo's metadata”.
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

    /// Reads a photo's file, and the XMP sidecar beside it if there is one: its values stand
    /// above the file's.
    ///
    /// - Throws: ``WitError`` if there is no file, it can't be read, it is a folder, it is
    ///   empty, or its first bytes are those of no photo. A sidecar that may not be read is no
    ///   error but a finding; one at which the disk fails is an error, since what it says is not
    ///   gone.
    public func read(path: String) throws(WitError) -> PhotoReading {
        let reading = try readAlone(path: path)
        return reading.isSidecar ? reading : try withSidecar(reading, of: path)
    }

    /// Reads a photo's file and looks for no sidecar: for a caller that has seen that there is
    /// none.
    ///
    /// - Throws: As ``read(path:)`` does.
    public func readAlone(path: String) throws(WitError) -> PhotoReading {
        try read(from: FileSource(path: path), path: path)
    }

    /// Reads a photo that lies in memory.
    ///
    /// - Throws: ``WitError`` if there are no bytes or they are no photo's.
    public func read(bytes: [UInt8]) throws(WitError) -> PhotoReading {
        try read(from: MemorySource(bytes), path: "-")
    }

    private func read(
        from source: any ByteSource, path: String
    ) throws(WitError) -> PhotoReading {
        let blocks = try blocks(of: source, path: path)
        return PhotoReading(
            record: Reconciler(blocks, limits: limits).record(),
            formerFingerprint: blocks.formerFingerprint)
    }

    /// What the container holds, still encoded.
    func blocks(
        of source: any ByteSource, path: String
    ) throws(WitError) -> MetadataBlocks {
        guard source.count > 0 else {
            throw WitError(.empty, path: path, message: "\(path): the file is empty")
        }
        let blocks: MetadataBlocks?
        do throws(ByteSourceError) {
            var window = try ByteWindow(of: source)
            blocks = try ContainerFormat.matching(window.head)?.walk(&window, limits)
        } catch {
            throw WitError(error, path: path)
        }
        if let blocks { return blocks }
        throw WitError(
            .notAPhoto, path: path, message: "\(path): not a photo in a known format")
    }

    /// The reading with the values of the first sidecar that is there.
    private func withSidecar(
        _ reading: PhotoReading, of path: String
    ) throws(WitError) -> PhotoReading {
        var reading = reading
        let suffix = path.lastIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? ""
        let candidates = SidecarName.spellings(for: path)
        for candidate in candidates {
            do throws(WitError) {
                let sidecar = Sidecar(try packet(at: candidate), limits: limits)
                guard sidecar.isMeant(forExtension: suffix) else { continue }
                reading.record = sidecar.over(reading.record)
                // The long spelling was found; the short one, which names no format, may lie there.
                if candidate.dropLast(4) == path,
                    let other = candidates.last(where: {
                        $0.dropLast(4) != path && isSidecar(at: $0, forExtension: suffix)
                    })
                {
                    reading.record.findings.append(
                        Finding(
                            .note, .sidecarShadowed, where: other,
                            "This sidecar is ignored, because there is another one that takes "
                                + "precedence."
                        ))
                }
                return reading
            } catch {
                if error.code == .notFound { continue }
                if error.code == .inputOutput { throw error }
                reading.record.findings.append(
                    Finding(.warning, .sidecarUnreadable, where: candidate, error.message))
            }
        }
        return reading
    }

    private func isSidecar(at path: String, forExtension suffix: String) -> Bool {
        guard let packet = try? packet(at: path) else { return false }
        return Sidecar(packet, limits: limits).isMeant(forExtension: suffix)
    }

    private func packet(at path: String) throws(WitError) -> [UInt8] {
        let source = try FileSource(path: path)
        do throws(ByteSourceError) {
            let bytes = try source.read(0..<min(source.count, limits.xmpBytes + 1))
            if bytes.count <= limits.xmpBytes, XMPFileWalk.begins(Array(bytes.prefix(8_192))) {
                return bytes
            }
        } catch {
            throw WitError(error, path: path)
        }
        throw WitError(.notAPhoto, path: path, message: "\(path): not an XMP sidecar")
    }
}
