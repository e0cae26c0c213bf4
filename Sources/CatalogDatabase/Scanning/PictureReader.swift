/// Reads the pictures in files for the catalog, which knows nothing of formats.
///
/// Asked only where a picture may be one that the catalog has, from the thread that writes.
public protocol PictureReader: Sendable {
    /// The fingerprint of the picture in a file; nil where it cannot be read or holds none.
    func fingerprint(path: String) -> String?

    /// What tells two compressed pictures of one fingerprint apart: a hash of samples of their
    /// data. Nil where the file cannot be read or holds no picture.
    func middle(path: String) -> [UInt8]?
}

/// What fingerprints say by their schemes, as they are stored.
enum PictureScheme {
    /// Schemes that hashed the ends of the data alone where by now all data decide, or that knew
    /// but a part of the picture: the first page of a TIFF file, the first frame of a PNG.
    static let former = ["f1:", "g1:", "h1:", "p1:", "t1:", "w1:"]

    /// Whether equal fingerprints of this kind are proof enough that two pictures are the same.
    static func isProof(_ fingerprint: [UInt8]) -> Bool {
        // A mark of three bytes, the letter of the format, what was hashed.
        fingerprint.count > 6 && fingerprint[0] == 0 && fingerprint[4] == UInt8(ascii: "a")
            && fingerprint[5] == UInt8(ascii: ":")
    }
}
