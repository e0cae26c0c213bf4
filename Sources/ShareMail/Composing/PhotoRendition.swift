import Crypto
import Files
import Foundation
import PhotoMetadata
import PhotoRecord
import Pictures

/// A photo made ready to leave: the picture in the size that was chosen, the record's story
/// written into it, and a small preview.
struct PhotoRendition {
    /// The record as it leaves, with the facts of the original file.
    var record: PhotoRecord
    /// What leaves of it, and why.
    let departure: Departure
    /// The JPEG that is attached.
    var jpeg: [UInt8]
    /// The small picture for the HTML; nil where it cannot be decoded.
    var preview: RenderedPicture?
    /// How the attached picture looks; nil where it cannot be decoded.
    var perceptualHash: PerceptualHash?
    /// SHA-256 of the file that it was made from.
    var originalSHA256: String

    /// The longer side of a preview in pixels.
    static let previewSide = 640
    fileprivate static let previewQuality = 76
    fileprivate static let photoQuality = 88

    /// Reads a photo's file and makes it ready.
    ///
    /// - Parameter turns: shared by all that are made ready at a time.
    /// - Throws: `file-unreadable`, `picture-unreadable`, both naming the file.
    init(
        _ original: PhotoRecord, options: ShareOptions, turns: PictureTurns = PictureTurns()
    ) throws(ShareError) {
        guard let path = original.file else {
            throw ShareError(
                .fileUnreadable, "The photo “\(original.name ?? "?")” has no file to send.")
        }
        // The only copy of a file that may be large.
        var bytes = try Self.read(path, limit: options.maximumFileBytes)
        let fileBytes = bytes.count
        originalSHA256 = MailHarvest.sha256(bytes)
        // A raw file's pixels are the camera's business: what it shows is its own preview.
        let embedded = EmbeddedPreview(in: bytes)?.jpeg(of: bytes, shownAs: original.image)
        let isRaw = embedded != nil
        if let embedded { bytes = embedded }
        departure = Departure(of: original, options)
        var record = departure.record
        let renderer = PictureRenderer(limits: PictureLimits(acceptsDamage: true))
        let sniffed = PictureFormat(sniffing: bytes)
        let drawn: Drawn
        let isLarge = PictureTurns.isLarge(bytes, original.image, drawn: options.size)
        let isWhole = departure.isWhole
        do throws(PictureError) {
            drawn = try turns.decoding(isLarge: isLarge) { () throws(PictureError) in
                try Drawn(&bytes, renderer, options, isWhole: isWhole)
            }
        } catch {
            let why =
                sniffed == .jpeg && !isWhole && error.code != .unavailable
                ? "cannot be drawn anew, so what stands in it that is to stay at home cannot be"
                    + " taken out: \(error.message)"
                : "cannot be decoded: \(error.message)"
            throw ShareError(.pictureUnreadable, at: path, "The picture in “\(path)” \(why)")
        }
        jpeg = try Self.write(
            record, into: drawn.jpeg ?? bytes,
            orientation: drawn.orientation ?? original.image?.orientation ?? 1, path)
        preview = drawn.preview
        perceptualHash = drawn.hash
        var image = record.image ?? ImageFacts()
        // A raw file begins like TIFF; its own type was found by the reader.
        image.mediaType = isRaw ? image.mediaType : sniffed?.mediaType ?? image.mediaType
        image.bytes = fileBytes
        image.sha256 = originalSHA256
        image.perceptualHash = image.perceptualHash ?? perceptualHash?.text
        record.image = image
        departure.leaveOut(of: &record)
        record.file = nil
        record.findings = []
        self.record = record
    }

    /// What is drawn of a photo's picture.
    private struct Drawn {
        /// The picture anew; nil where it leaves as it is encoded.
        var jpeg: [UInt8]?
        /// How that is to be turned; nil where the picture does not say.
        var orientation: Int?
        var preview: RenderedPicture?
        var hash: PerceptualHash?

        /// - Throws: what cannot be drawn and may not leave as it is.
        init(
            _ bytes: inout [UInt8], _ renderer: PictureRenderer, _ options: ShareOptions,
            isWhole: Bool
        ) throws(PictureError) {
            let isJPEG = PictureFormat(sniffing: bytes) == .jpeg
            // Without an end, what stands behind the last scan cannot be told from the picture.
            let mayStay =
                isJPEG && (isWhole || JPEGParts(bytes).hasEnd || !JPEGParts.mayHaveScan(bytes))
            if options.size == .original && mayStay {
                orientation = try? renderer.header(of: bytes).orientation
                let small = try? renderer.renditions(
                    lending: &bytes, longestSide: PhotoRendition.previewSide,
                    quality: PhotoRendition.previewQuality,
                    previewSide: PhotoRendition.previewSide,
                    previewQuality: PhotoRendition.previewQuality)
                (preview, hash) = (small?.picture, small?.hash)
                return
            }
            do throws(PictureError) {
                let all = try renderer.renditions(
                    lending: &bytes, longestSide: options.size.longestSide,
                    quality: PhotoRendition.photoQuality,
                    previewSide: PhotoRendition.previewSide,
                    previewQuality: PhotoRendition.previewQuality)
                (jpeg, orientation) = (all.picture.bytes, 1)
                (preview, hash) = (all.preview, all.hash)
            } catch {
                // A damaged JPEG that nothing can draw still leaves with its story, as it is.
                guard mayStay, error.code != .unavailable else { throw error }
                orientation = try? renderer.header(of: bytes).orientation
            }
        }
    }

    private static func write(
        _ record: PhotoRecord, into jpeg: [UInt8], orientation: Int, _ path: String
    ) throws(ShareError) -> [UInt8] {
        do throws(PhotoWriteError) {
            return try JPEGMetadataWriter(acceptsMissingPicture: true).rewrite(
                jpeg, with: record, orientation: orientation)
        } catch {
            throw ShareError(
                .pictureUnreadable, at: path,
                "“\(path)” cannot be sent: \(error.message)")
        }
    }

    private static func read(_ path: String, limit: Int) throws(ShareError) -> [UInt8] {
        func failure(_ why: String) -> ShareError {
            ShareError(.fileUnreadable, at: path, "“\(path)” \(why).")
        }
        guard FileSystem.exists(path) else { throw failure("is not there") }
        guard !FileSystem.isFolder(path) else { throw failure("is a folder, not a photo") }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileSystem.contents(of: path, limit: limit + 1)
        } catch {
            throw failure("cannot be read: \(error.reason)")
        }
        guard !bytes.isEmpty else { throw failure("is empty") }
        guard bytes.count <= limit else { throw failure("is larger than \(limit) bytes") }
        return bytes
    }
}
