import OutputText
import Pictures
import Synchronization

/// The looks of pictures that mails bring, each computed once: the same logo, signature or photo
/// comes with a hundred mails, one import asks for it up to four times, and decoding it is most of
/// the work of taking one in.
///
/// What a catalog holds is not asked: there a hash may be what a sender claimed of a picture that
/// never came.
public final class ThumbnailCache: Sendable {
    private let limits: PictureLimits
    // By SHA-256.
    private let known = Mutex<[String: Result<GreyscaleThumbnail, WitError>]>([:])

    /// How many are remembered: some 5 MB.
    private static let room = 4_000

    /// - Parameter limits: What a picture may have to be decoded.
    public init(limits: PictureLimits = .standard) { self.limits = limits }

    /// The look of a picture, or why it cannot be decoded.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - meter: Counts what it costs; nothing is decoded that its budget does not allow.
    public func look(
        of picture: MailPicture, _ meter: MessageMeter
    ) -> Result<GreyscaleThumbnail, WitError> {
        if let known = known.withLock({ $0[picture.sha256] }) { return known }
        if meter.isOver { return .failure(Self.notDecoded) }
        let left = meter.pixelsLeft(forOctets: picture.byteCount)
        var limits = limits
        limits.pixels = min(limits.pixels, left)
        let renderer = PictureRenderer(limits: limits, watch: meter)
        var count = 0
        let look = Result { () throws(WitError) in
            try renderer.look(of: picture.bytes, pixels: &count)
        }
        meter.decoded(pixels: count, octets: picture.byteCount)
        if case .failure(let error) = look {
            if error.code == .decodingStopped { return .failure(Self.notDecoded) }
            if error.code == .tooManyPixels, left < self.limits.pixels {
                meter.notePixels()
                return .failure(Self.notDecoded)
            }
        }
        known.withLock { known in
            if known.count >= Self.room { known.removeAll() }
            known[picture.sha256] = look
        }
        return look
    }

    /// A picture that the message's budget or a person's wish to stop kept from being decoded.
    private static let notDecoded = WitError(.decodingStopped, "The picture was not decoded.")
}
