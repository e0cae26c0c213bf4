import Pictures
import Synchronization

/// The perceptual hashes of pictures that mails bring, each computed once: the same logo, signature
/// or photo comes with a hundred mails, one import asks for it up to four times, and decoding it is
/// most of the work of taking one in.
///
/// What a catalog holds is not asked: there a hash may be what a sender claimed of a picture that
/// never came.
public final class PictureHashes: Sendable {
    private let pixels: Int
    // By SHA-256.
    private let known = Mutex<[String: Result<PerceptualHash, PictureError>]>([:])

    /// How many are remembered: some 4 MB.
    private static let room = 20_000

    /// - Parameter pixels: How many a picture may have to be decoded.
    public init(pixels: Int = PictureLimits.standard.pixels) { self.pixels = pixels }

    /// The hash of a picture, or why it cannot be decoded.
    ///
    /// - Parameter meter: Counts what it costs; nothing is decoded that its budget does not allow.
    public func hash(
        of picture: MailPicture, _ meter: MessageMeter
    ) -> Result<PerceptualHash, PictureError> {
        if let known = known.withLock({ $0[picture.sha256] }) { return known }
        if meter.isOver { return .failure(Self.notDecoded) }
        let left = meter.pixelsLeft(forOctets: picture.byteCount)
        let renderer = PictureRenderer(
            limits: PictureLimits(pixels: min(pixels, left)), watch: meter)
        var count = 0
        let hash = Result { () throws(PictureError) in
            try renderer.perceptualHash(of: picture.bytes, pixels: &count)
        }
        meter.decoded(pixels: count, octets: picture.byteCount)
        if case .failure(let error) = hash {
            if error.code == .stopped { return .failure(Self.notDecoded) }
            if error.code == .tooManyPixels, left < pixels {
                meter.notePixels()
                return .failure(Self.notDecoded)
            }
        }
        known.withLock { known in
            if known.count >= Self.room { known.removeAll() }
            known[picture.sha256] = hash
        }
        return hash
    }

    /// A picture that the message's budget or a person's wish to stop kept from being decoded.
    private static let notDecoded = PictureError(.stopped, "The picture was not decoded.")
}
