import OutputText

/// Which sidecar of a photo is written, and what stands in it.
public struct SidecarChoice: Sendable {
    /// Where it is written.
    public let path: String
    /// What it continues; nil where it begins. Of a sidecar that other photos share a copy of
    /// its own goes on.
    public let former: [UInt8]?
    /// Whether a sidecar is there already.
    public let isThere: Bool
    /// The path of a sidecar that it is a copy of.
    public let copyOf: String?

    /// Looks which sidecars of a photo are there.
    ///
    /// The first that is meant for the photo goes on. One that other photos share by its name
    /// (`photo.xmp` beside `photo.nef` and `photo.jpg`) and that does not say whose it is stays
    /// as it is: the photo gets `photo.jpg.xmp`, which stands above it, with all that it holds.
    ///
    /// - Parameters:
    ///   - photo: the photo's path.
    ///   - isShared: whether another photo goes by the same name but for its extension.
    /// - Throws: ``WitError`` of code `unreadable` for a sidecar that can't be read,
    ///   `damaged` for a file of such a name that is no XMP.
    public init(for photo: String, isShared: () -> Bool) throws(WitError) {
        let limits = PhotoReadLimits.standard
        let own = photo + ".xmp"
        let suffix = photo.lastIndex(of: ".").map { String(photo[photo.index(after: $0)...]) } ?? ""
        for candidate in SidecarName.spellings(for: photo) {
            let bytes: [UInt8]
            do throws(WitError) {
                bytes = try Self.bytes(at: candidate, limits)
            } catch {
                if error.code == .notFound { continue }
                throw WitError(.unreadable, error.message)
            }
            guard bytes.count <= limits.xmpBytes,
                bytes.isEmpty || XMPFileWalk.begins(Array(bytes.prefix(8_192)))
                    || bytes.prefix(4).contains(0) || bytes.first == 0xFE || bytes.first == 0xFF
            else {
                throw WitError(
                    .damagedJPEG, "\(candidate): is not an XMP sidecar; nothing was written to it")
            }
            let packet = XMPPacket([bytes], limits: limits)
            let wanted = packet["photoshop:SidecarForExtension"]?.string
            if let wanted, wanted.lowercased() != suffix.lowercased() { continue }
            let isNamedAfterFile = candidate.hasPrefix(photo)
            if !isNamedAfterFile, wanted == nil, isShared() {
                self.init(path: own, former: bytes, isThere: false, copyOf: candidate)
            } else {
                self.init(
                    path: candidate, former: bytes.isEmpty ? nil : bytes, isThere: true,
                    copyOf: nil)
            }
            return
        }
        self.init(path: own, former: nil, isThere: false, copyOf: nil)
    }

    private init(path: String, former: [UInt8]?, isThere: Bool, copyOf: String?) {
        self.path = path
        self.former = former
        self.isThere = isThere
        self.copyOf = copyOf
    }

    /// The bytes of a sidecar.
    ///
    /// - Throws: ``WitError``.
    static func bytes(at path: String, _ limits: PhotoReadLimits) throws(WitError) -> [UInt8] {
        let source = try FileSource(path: path)
        do throws(ByteSourceError) {
            return try source.read(0..<min(source.count, limits.xmpBytes + 1))
        } catch {
            throw WitError(error, path: path)
        }
    }
}
