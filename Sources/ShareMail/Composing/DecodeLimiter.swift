import Files
import Foundation
import JPEG
import OutputText
import PhotoRecords
import Pictures

/// Turns for what needs much memory: small photos are made ready side by side, of the large ones
/// one at a time, so that two of them never need it at once.
final class DecodeLimiter: Sendable {
    private let files = NSLock()
    private let pictures = NSLock()

    /// Files of more bytes take turns.
    static let largestFile = 16 << 20
    /// Pictures of more pixels that are decoded as a whole take turns.
    static let largestPicture = 6_000_000
    /// Pictures of more pixels that are drawn large take turns.
    static let largestSource = 24_000_000

    /// Does what holds a photo's file and the picture made of it, on its turn if the file is large.
    ///
    /// - Parameter path: the file; one that cannot be asked for its size is none.
    func holding<T>(
        fileAt path: String?, _ work: () throws(WitError) -> T
    ) throws(WitError) -> T {
        let size = path.flatMap { FileSystem.size(of: $0) } ?? 0
        guard size > Self.largestFile else { return try work() }
        files.lock()
        defer { files.unlock() }
        return try work()
    }

    /// Decodes a picture, on its turn if that is large.
    func decoding<T>(
        isLarge: Bool, _ work: () throws(WitError) -> T
    ) throws(WitError) -> T {
        guard isLarge else { return try work() }
        pictures.lock()
        defer { pictures.unlock() }
        return try work()
    }

    /// Whether decoding a picture needs much memory: one of many pixels that stands there as a whole,
    /// or one of very many of which not much less than all is drawn.
    ///
    /// - Parameters:
    ///   - bytes: the picture.
    ///   - image: what is known of it.
    ///   - size: how large it is to be drawn.
    static func isLarge(_ bytes: [UInt8], _ image: ImageFacts?, drawn size: PhotoSize) -> Bool {
        if size >= .large, pixels(image) > largestSource { return true }
        return pixels(image) > largestPicture && isDecodedWhole(bytes)
    }

    /// How many pixels a picture has: very many where that is not known.
    private static func pixels(_ image: ImageFacts?) -> Int {
        guard let width = image?.width, let height = image?.height else { return .max }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : pixels
    }

    /// A sequential JPEG is decoded row by row, shrunk on the way. Of a progressive one the
    /// coefficients of all rows are needed (ITU-T T.81 §G), of most other formats all pixels.
    static func isDecodedWhole(_ bytes: [UInt8]) -> Bool {
        guard PictureFormat(sniffing: bytes) == .jpeg else { return true }
        var cursor = JPEGSegmentCursor(strayLimit: 0)
        while let segment = cursor.next(in: bytes.span), segment.marker != .startOfScan {
            if segment.marker.isFrame { return segment.marker.rawValue > 0xC1 }
        }
        return true
    }
}
