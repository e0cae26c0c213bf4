import ByteCoding
private import Crypto

/// The fingerprint of an encoded picture, that retagging leaves alone.
///
/// It is a scheme and 128 bits of SHA-256 over the picture's size in pixels, the length of its
/// data and some or all of the data. The scheme is a letter for the format (`h` HEIF and AVIF, `c`
/// CR3, `p` PNG, `w` WebP, `t` TIFF and raw files built on it, `f` RAF, `x` JPEG XL, `g` GIF;
/// `j`, JPEG, is of ``JPEGPicture``'s making) and what was hashed:
///
/// - `1:` the first and the last 2,048 bytes. Enough to find candidates where the data are
///   compressed, since their length and first bytes hardly ever agree by chance.
/// - `2:` the same, of a picture that `1:` knew but a part of: all pages of a TIFF file, all
///   frames of an animated PNG.
/// - `a:` all data, read in pieces: where the length follows from the picture's size, head and
///   tail are the borders, and borders are white.
extension EncodedPicture {
    /// How much of the data's head and tail is hashed.
    static let sampleSize = 2_048
    private static let pieceSize = 1 << 20

    /// What a fingerprint is made of.
    enum Extent: Character {
        /// Head and tail.
        case ends = "1"
        /// Head and tail of a picture of which an earlier version knew but a part.
        case endsOfMore = "2"
        /// All data.
        case all = "a"
    }

    /// The fingerprint; nil if there is no data.
    ///
    /// - Parameter facts: what belongs to the picture and does not lie in its data, such as its
    ///   size in pixels.
    func fingerprint(
        _ scheme: Character, _ extent: Extent, _ facts: [Int], in source: any ByteSource
    ) throws(ByteSourceError) -> String? {
        guard !isEmpty else { return nil }
        var hash = SHA256()
        for fact in facts + [length] { hash.update(data: Self.bytes(fact)) }
        if extent == .all {
            try Self.hash(extentsToRead, into: &hash, source)
        } else {
            let count = min(Self.sampleSize, length)
            for part in parts(of: 0..<count) { hash.update(data: try source.read(part)) }
            for part in tail(count) { hash.update(data: try source.read(part)) }
        }
        return "\(scheme)\(extent.rawValue):" + HexDigits.text(of: hash.finalize().prefix(16))
    }

    /// The parts of the file that hold the last bytes of the data: from behind, since a picture
    /// may have a million extents.
    private func tail(_ count: Int) -> [Range<Int>] {
        var left = count
        var tail: [Range<Int>] = []
        for extent in extents.reversed() {
            tail.append(extent.suffix(left))
            left -= extent.suffix(left).count
            if left == 0 { break }
        }
        return tail.reversed()
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func hash(
        _ extents: [Range<Int>], into hash: inout SHA256, _ source: any ByteSource
    ) throws(ByteSourceError) {
        for extent in extents {
            var rest = extent
            while !rest.isEmpty {
                hash.update(data: try source.read(rest.prefix(pieceSize)))
                rest = rest.dropFirst(pieceSize)
            }
        }
    }

    // MARK: Two files, one picture?

    private static let middleSamples = 8
    private static let middleSampleSize = 4_096

    /// 128 bits of SHA-256 over samples spread over the data: two compressed pictures of one
    /// fingerprint are the same if these agree. Small data are hashed whole. Nil if there are none.
    func middle(in source: any ByteSource) throws(ByteSourceError) -> [UInt8]? {
        guard !isEmpty else { return nil }
        var hash = SHA256()
        hash.update(data: Self.bytes(length))
        let (count, size) = (Self.middleSamples, Self.middleSampleSize)
        if length <= 2 * count * size {
            try Self.hash(extentsToRead, into: &hash, source)
        } else {
            for index in 0..<count {
                // The middle of each eighth.
                let start = (length / count) * index + (length / count - size) / 2
                for part in parts(of: start..<start + size) {
                    hash.update(data: try source.read(part))
                }
            }
        }
        return Array(hash.finalize().prefix(16))
    }

    /// 128 bits of SHA-256 over all data, read in pieces; nil if there are none.
    func whole(in source: any ByteSource) throws(ByteSourceError) -> [UInt8]? {
        guard !isEmpty else { return nil }
        var hash = SHA256()
        hash.update(data: Self.bytes(length))
        try Self.hash(extentsToRead, into: &hash, source)
        return Array(hash.finalize().prefix(16))
    }
}

extension MetadataBlocks {
    /// Takes the fingerprint of a picture, and the one that earlier versions gave it.
    mutating func takeFingerprint(
        _ picture: EncodedPicture, _ scheme: Character, _ facts: [Int],
        former: EncodedPicture? = nil, in source: any ByteSource
    ) throws(ByteSourceError) {
        self.picture = picture
        let extent: EncodedPicture.Extent =
            picture.isPlain ? .all : former == nil ? .ends : .endsOfMore
        fingerprint = try picture.fingerprint(scheme, extent, facts, in: source)
        if extent != .ends {
            formerFingerprint = try (former ?? picture).fingerprint(
                scheme, .ends, facts, in: source)
        }
    }
}
