import Pictures
import Synchronization

/// The perceptual hashes of pictures that mails bring, each computed once: the same logo, signature
/// or photo comes with a hundred mails, and decoding it is most of the work of taking one in.
///
/// What a catalog holds is not asked: there a hash may be what a sender claimed of a picture that
/// never came.
final class PictureHashes: Sendable {
    private let renderer: PictureRenderer
    // By SHA-256.
    private let known = Mutex<[String: Result<String, PictureError>]>([:])

    /// How many are remembered: some 4 MB.
    private static let room = 20_000

    /// - Parameter pixels: how many a picture may have to be decoded.
    init(pixels: Int) { renderer = PictureRenderer(limits: PictureLimits(pixels: pixels)) }

    /// The hash of a picture, or why it cannot be decoded.
    func hash(of bytes: [UInt8], sha256: String) -> Result<String, PictureError> {
        if let known = known.withLock({ $0[sha256] }) { return known }
        let hash = Result { () throws(PictureError) in
            try renderer.perceptualHash(of: bytes).text
        }
        known.withLock { known in
            if known.count >= Self.room { known.removeAll() }
            known[sha256] = hash
        }
        return hash
    }
}
