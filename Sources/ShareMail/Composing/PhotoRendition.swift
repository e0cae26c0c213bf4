import Crypto
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
    private static let previewQuality = 76
    private static let photoQuality = 88

    /// Reads a photo's file and makes it ready.
    ///
    /// - Throws: `file-unreadable`, `picture-unreadable`, both naming the file.
    init(_ original: PhotoRecord, options: ShareOptions) throws(ShareError) {
        guard let path = original.file else {
            throw ShareError(
                .fileUnreadable, "The photo “\(original.name ?? "?")” has no file to send.")
        }
        let file = try Self.read(path, limit: options.maximumFileBytes)
        originalSHA256 = MailHarvest.sha256(file)
        // A raw file's pixels are the camera's business: what it shows is its own preview.
        let preview = EmbeddedPreview(in: file)
        let bytes = preview?.jpeg(of: file, shownAs: original.image) ?? file
        departure = Departure(of: original, options)
        var record = departure.record
        let renderer = PictureRenderer(limits: PictureLimits(acceptsDamage: true))
        let isJPEG = PictureFormat(sniffing: bytes) == .jpeg
        let rendered: PictureRenditions?
        do throws(PictureError) {
            rendered =
                options.size == .original && isJPEG
                    && (departure.isWhole || JPEGParts(bytes).hasEnd)
                ? nil
                : try renderer.renditions(
                    from: bytes, longestSide: options.size.longestSide,
                    quality: Self.photoQuality, previewSide: Self.previewSide,
                    previewQuality: Self.previewQuality)
        } catch {
            // A damaged JPEG that nothing can draw still leaves with its story, as it is.
            guard isJPEG, error.code != .unavailable else {
                throw ShareError(
                    .pictureUnreadable, at: path,
                    "The picture in “\(path)” cannot be decoded: \(error.message)")
            }
            rendered = nil
        }
        let turned = rendered == nil ? try? renderer.header(of: bytes).orientation : 1
        jpeg = try Self.write(
            record, into: rendered?.picture.bytes ?? bytes,
            orientation: turned ?? original.image?.orientation ?? 1, path)
        self.preview =
            rendered?.preview
            ?? (try? renderer.jpeg(
                from: bytes, longestSide: Self.previewSide, quality: Self.previewQuality))
        perceptualHash = rendered?.hash ?? (try? renderer.perceptualHash(of: bytes))
        var image = record.image ?? ImageFacts()
        let sniffed = PictureFormat(sniffing: bytes)?.mediaType
        // A raw file begins like TIFF; its own type was found by the reader.
        image.mediaType = preview == nil ? sniffed ?? image.mediaType : image.mediaType
        image.bytes = file.count
        image.sha256 = originalSHA256
        image.perceptualHash = image.perceptualHash ?? perceptualHash?.text
        record.image = image
        departure.leaveOut(of: &record)
        record.file = nil
        record.findings = []
        self.record = record
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
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw failure("is not there")
        }
        guard !isFolder.boolValue else { throw failure("is a folder, not a photo") }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw failure("cannot be opened")
        }
        defer { try? handle.close() }
        let data: Data?
        do { data = try handle.read(upToCount: limit + 1) } catch {
            throw failure("cannot be read")
        }
        guard let data, !data.isEmpty else { throw failure("is empty") }
        guard data.count <= limit else { throw failure("is larger than \(limit) bytes") }
        return Array(data)
    }
}
