import Synchronization

/// The looks of pictures that mails bring, each computed once: the same logo, signature or photo
/// comes with a hundred mails, and decoding it is most of the work of taking one in.
///
/// What a catalog holds is not asked: there a hash may be what a sender claimed of a picture that
/// never came.
public final class PictureLooks: Sendable {
    private let renderer: PictureRenderer
    // By SHA-256.
    private let known = Mutex<[String: Result<PictureLook, PictureError>]>([:])

    /// How many are remembered: some 5 MB.
    private static let room = 4_000

    /// - Parameter limits: what a picture may have to be decoded.
    public init(limits: PictureLimits = .standard) { renderer = PictureRenderer(limits: limits) }

    /// The look of a picture, or why it cannot be decoded.
    ///
    /// - Parameters:
    ///   - sha256: the SHA-256 of its bytes, as computed here.
    ///   - bytes: asked for where the look is not known yet.
    public func look(
        sha256: String, of bytes: () -> [UInt8]
    ) -> Result<PictureLook, PictureError> {
        if let known = known.withLock({ $0[sha256] }) { return known }
        let look = Result { () throws(PictureError) in try renderer.look(of: bytes()) }
        known.withLock { known in
            if known.count >= Self.room { known.removeAll() }
            known[sha256] = look
        }
        return look
    }
}
