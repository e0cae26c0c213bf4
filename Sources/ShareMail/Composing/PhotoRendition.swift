import Crypto
import Files
import Foundation
import OutputText
import PhotoMetadata
import PhotoRecords
import Pictures
import Privacy

/// A photo made ready to leave: the picture in the size that was chosen, the record's story
/// written into it, and a small preview.
struct PhotoRendition {
    /// The record as it leaves, with the facts of the original file.
    var record: PhotoRecord
    /// What leaves of it, and why.
    let redacted: RedactedRecord
    /// The JPEG that is attached.
    var jpeg: [UInt8]
    /// The small picture for the HTML; nil where it cannot be decoded.
    var preview: RenderedPicture?
    /// How the attached picture looks; nil where it cannot be decoded.
    var perceptualHash: PerceptualHash?
    /// SHA-256 of the file that it was made from.
    var originalSHA256: String
    /// Why the picture was encoded again though it was to leave as it is; nil where it was not.
    var redrawn: String?
    /// What the picture's own metadata do not carry.
    var omissions: Omissions

    /// The longer side of a preview in pixels.
    static let previewSide = 640
    fileprivate static let previewQuality = 76
    fileprivate static let photoQuality = 88

    /// Reads a photo's file and makes it ready.
    ///
    /// - Parameters:
    ///   - masks: the record's masks, where they were taken apart already.
    ///   - limiter: shared by all that are made ready at a time.
    ///   - isStopped: asked at any moment whether to stop.
    /// - Throws: `file-unreadable`, `picture-unreadable`, both naming the file; `interrupted`.
    init(
        _ original: PhotoRecord, options: ShareOptions, masks: BareMasks = BareMasks(),
        limiter: DecodeLimiter = DecodeLimiter(),
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws(WitError) {
        if let trouble = Self.trouble(with: original, options) { throw trouble }
        let path = original.file ?? ""
        // The only copy of a file that may be large.
        var bytes = try Self.read(path, limit: options.maximumFileBytes)
        let fileBytes = bytes.count
        originalSHA256 = ExtractedContent.sha256(bytes)
        // A raw file's pixels are the camera's business: what it shows is its own preview.
        let embedded = EmbeddedPreview(in: bytes)?.jpeg(of: bytes, shownAs: original.image)
        let isRaw = embedded != nil
        if let embedded { bytes = embedded }
        redacted = RedactedRecord(of: original, options, masks: masks)
        var record = redacted.record
        let renderer = PictureRenderer(
            limits: PictureLimits(acceptsDamage: true, memory: options.decoderMemory),
            watch: DecodingStop(isStopped))
        let sniffed = PictureFormat(sniffing: bytes)
        let drawn: Drawn
        let isLarge = DecodeLimiter.isLarge(bytes, original.image, drawn: options.size)
        let isWhole = redacted.isWhole
        let marks = PictureMarks(of: original, leaving: record, options)
        do throws(WitError) {
            drawn = try limiter.decoding(isLarge: isLarge) { () throws(WitError) -> Drawn in
                if let marks { return try Drawn(bytes, renderer, options, marks) }
                return try Drawn(bytes, renderer, options, isWhole: isWhole)
            }
        } catch {
            if isStopped() { throw WitError.noMessage }
            let why =
                sniffed == .jpeg && !isWhole && !error.isDecoderError
                ? "cannot be re-encoded, so what you chose to withhold cannot be removed"
                    + " from it: \(error.message)"
                : "cannot be decoded: \(error.message)"
            throw WitError(.pictureUnreadable, at: path, "The picture in “\(path)” \(why)")
        }
        // What was not decoded for that reason is not a picture that cannot be.
        if isStopped() { throw WitError.noMessage }
        let written = try StoryWriter(
            jpeg: drawn.jpeg ?? bytes, coding: drawn.jpeg == nil ? drawn.coding : nil,
            orientation: drawn.orientation ?? original.image?.orientation ?? 1, path: path
        ).write(record)
        (jpeg, omissions) = (written.jpeg, written.omissions)
        redrawn = drawn.redrawn
        preview = drawn.preview
        perceptualHash = drawn.hash
        var image = record.image ?? ImageFacts()
        // A raw file begins like TIFF; its own type was found by the reader.
        image.mediaType = isRaw ? image.mediaType : sniffed?.mediaType ?? image.mediaType
        image.bytes = fileBytes
        image.sha256 = originalSHA256
        image.perceptualHash = image.perceptualHash ?? perceptualHash?.text
        record.image = image
        redacted.leaveOut(of: &record)
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
        /// What is understood of a picture that leaves as it is encoded: nothing else of it does.
        var coding: JPEGCoding?
        /// Why it is encoded again though it was to leave as it is.
        var redrawn: String?

        /// The picture anew, with what is drawn into it.
        init(
            _ bytes: [UInt8], _ renderer: PictureRenderer, _ options: ShareOptions,
            _ marks: PictureMarks
        ) throws(WitError) {
            let side = min(options.size.longestSide ?? .max, PictureMarks.longestSide)
            var plane = try renderer.plane(of: bytes, longestSide: side)
            marks.draw(into: &plane)
            let whole = try renderer.jpeg(from: plane, quality: PhotoRendition.photoQuality)
            let small = try renderer.renditions(
                of: whole.bytes, longestSide: PhotoRendition.previewSide,
                quality: PhotoRendition.previewQuality, previewSide: PhotoRendition.previewSide,
                previewQuality: PhotoRendition.previewQuality)
            (jpeg, orientation) = (whole.bytes, 1)
            (preview, hash) = (small.picture, small.hash)
        }

        /// - Throws: what cannot be drawn and may not leave as it is.
        init(
            _ bytes: [UInt8], _ renderer: PictureRenderer, _ options: ShareOptions,
            isWhole: Bool
        ) throws(WitError) {
            let isJPEG = PictureFormat(sniffing: bytes) == .jpeg
            // What is kept at home could stand in every byte that is not understood.
            if isJPEG, options.size == .original {
                do throws(WitError) {
                    let understood = try JPEGCoding(bytes, keepingProfile: isWhole)
                    // What is left of a cut file leaves, where nothing is kept at home.
                    coding = understood.hasPicture || !isWhole ? understood : nil
                } catch {
                    // One that is damaged leaves with all that it has, where nothing is kept at home.
                    if !isWhole { redrawn = error.message }
                }
            }
            if options.size == .original, isJPEG, isWhole || coding != nil {
                orientation = try? renderer.header(of: bytes).orientation
                let small = try? renderer.renditions(
                    of: bytes, longestSide: PhotoRendition.previewSide,
                    quality: PhotoRendition.previewQuality,
                    previewSide: PhotoRendition.previewSide,
                    previewQuality: PhotoRendition.previewQuality)
                (preview, hash) = (small?.picture, small?.hash)
                return
            }
            do throws(WitError) {
                let all = try renderer.renditions(
                    of: bytes, longestSide: options.size.longestSide,
                    quality: PhotoRendition.photoQuality,
                    previewSide: PhotoRendition.previewSide,
                    previewQuality: PhotoRendition.previewQuality)
                (jpeg, orientation) = (all.picture.bytes, 1)
                (preview, hash) = (all.preview, all.hash)
            } catch {
                // A damaged JPEG that nothing can draw still leaves with its story, as it is.
                guard isJPEG, !error.isDecoderError else { throw error }
                if !isWhole, coding == nil { coding = try? JPEGCoding(bytes) }
                guard isWhole || coding != nil else { throw error }
                redrawn = nil
                orientation = try? renderer.header(of: bytes).orientation
            }
        }
    }

    private static func failure(_ path: String, _ why: String) -> WitError {
        WitError(.fileUnreadable, at: path, "“\(path)” \(why).")
    }

    /// Why a photo's file cannot be sent, as far as a look at it tells; nil where nothing is against
    /// it.
    static func trouble(with record: PhotoRecord, _ options: ShareOptions) -> WitError? {
        guard let path = record.file else {
            return WitError(
                .fileUnreadable, at: record.name ?? record.id?.text ?? "",
                "The photo “\(record.name ?? record.id?.text ?? "?")” has no file to send.")
        }
        return trouble(with: path, limit: options.maximumFileBytes)
    }

    private static func trouble(with path: String, limit: Int) -> WitError? {
        guard FileSystem.exists(path) else { return failure(path, "does not exist") }
        guard !FileSystem.isFolder(path) else { return failure(path, "is a folder, not a photo") }
        guard FileSystem.isReadable(path) else { return failure(path, "cannot be opened") }
        guard FileSystem.isRegular(path), let size = FileSystem.size(of: path) else { return nil }
        guard size > 0 else { return failure(path, "is empty") }
        return size <= limit ? nil : failure(path, "is larger than \(limit) bytes")
    }

    private static func read(_ path: String, limit: Int) throws(WitError) -> [UInt8] {
        func failure(_ why: String) -> WitError { Self.failure(path, why) }
        if let trouble = trouble(with: path, limit: limit) { throw trouble }
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
