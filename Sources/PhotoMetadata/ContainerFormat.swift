/// A file format that metadata is found in, known by its first bytes and never by its name.
///
/// A further format joins by one entry in ``all``: how it is recognised, and the walk that finds
/// its metadata blocks.
struct ContainerFormat: Sendable {
    /// A walk through a file: finds its metadata, reads only what it needs.
    typealias Walk =
        @Sendable (inout ByteWindow, PhotoReadLimits) throws(ByteSourceError) -> MetadataBlocks

    /// Whether a file that begins so is one.
    let begins: @Sendable (_ head: [UInt8]) -> Bool
    /// Finds the metadata.
    let walk: Walk

    /// Every format that is known, in the order in which they are tried.
    static let all: [ContainerFormat] = [.jpeg]

    /// The format of a file that begins so; nil for none that is known.
    static func matching(_ head: [UInt8]) -> ContainerFormat? { all.first { $0.begins(head) } }
}

extension ContainerFormat {
    /// JPEG: SOI and the first byte of a marker (ITU-T T.81 §B.1.1).
    static let jpeg = ContainerFormat(
        begins: { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
        walk: { (window, limits) throws(ByteSourceError) in
            var walk = JPEGWalk(limits: limits)
            return try walk.blocks(&window)
        })
}
