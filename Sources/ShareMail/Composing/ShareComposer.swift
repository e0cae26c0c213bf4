import Foundation
import MIMEMessage
import MailTemplates
import OutputText
import PhotoRecords
import Pictures
import Privacy

/// Makes a share message of records: one message for people who have this program and for people
/// who do not (“The channels of a share mail”).
///
/// The finished message is read back with the program's own reader before it is handed over: every
/// channel alone must give what was meant to leave, and nothing else may have left.
///
/// ```swift
/// var options = ShareOptions(from: anna, to: [ben], message: "Look what we saw!")
/// options.location = .none
/// let share = try ShareComposer().compose(records, options)
/// print(share.summary)  // 3 photos, 2.4 MB, no location
/// ```
public struct ShareComposer: Sendable {
    /// The most photos of one message: with their previews they stay under the 1,000 parts that
    /// readers take (`MIMELimits.parts`).
    public static let maximumPhotos = 400
    /// The most bytes of HTML: Gmail clips what is above 102 KB.
    public static let maximumHTML = 100_000
    /// The most bytes of a mail that nearly all servers take.
    public static let usualLimit = 20_000_000
    /// The longer side of what the HTML shows of a photo, in pixels.
    public static let previewSide = PhotoRendition.previewSide
    /// What the payload names as its writer.
    public var generator = ProgramVersion.writer
    /// Told how many photos are ready, of how many: that this is the stage of a use case, only that knows,
    /// and tells it on.
    public var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    /// Asked before each photo, and while the mails are made, whether to stop; then the work ends with
    /// `stopped`.
    public var isStopped: @Sendable () -> Bool = { false }

    /// A composer.
    public init() {}

    /// Makes and proves one message.
    ///
    /// - Parameters:
    ///   - records: The photos, each with its `file`, in the order that they shall have.
    ///   - options: What the sender chose.
    /// - Throws: `WitError`, whose sentence names the file, value or part at fault; `too-large` if
    ///   the message is longer than `maximumBytes` (see ``composeSeries(_:_:)``).
    public func compose(
        _ records: [PhotoRecord], _ options: ShareOptions
    ) throws(WitError) -> ComposedShare {
        var preparation = try preparation(of: records, options, limit: Self.maximumPhotos)
        var share = try proven(&preparation) { (preparation) throws(WitError) in
            try finished(pieces(of: preparation, preparation.photos.indices))
        }
        share.skipped = preparation.failures
        if let limit = options.maximumBytes, share.byteCount > limit {
            throw WitError(
                .tooLarge, at: "max-bytes",
                "The message has \(share.byteCount) bytes, the limit is \(limit): take fewer photos"
                    + " or a smaller size.")
        }
        return share
    }

    /// Why photos cannot go, as far as a look at their files tells; no picture is decoded.
    public static func unreadable(
        _ records: [PhotoRecord], _ options: ShareOptions
    ) -> [WitError] {
        records.compactMap { PhotoRendition.trouble(with: $0, options) }
    }

    func preparation(
        of records: [PhotoRecord], _ options: ShareOptions, limit: Int
    ) throws(WitError) -> SharePreparation {
        let request = try ShareRequest(records, options, limit: limit)
        let template = request.template
        var work = PhotoPreparation(options: options)
        work.progress = progress
        work.isStopped = isStopped
        var options = options
        if options.question != nil, options.message == nil {
            options.message = template.words.phrases["askWhat"]
        }
        var (photos, failures) = try work.run(request.records)
        var spot: PreparedPhoto.Preview?
        var spotHash: PerceptualHash?
        if let question = options.question, let photo = photos.first {
            (photos[0], spot, spotHash) = try marked(photo, question, options)
        }
        return SharePreparation(
            photos: photos, template: template, options: options, findings: request.findings,
            subject: Self.subject(photos, options, template), failures: failures, spot: spot,
            spotHash: spotHash)
    }

    /// The subject of a message of some photos.
    static func subject(
        _ photos: [PreparedPhoto], _ options: ShareOptions, _ template: TemplateSet
    ) -> String {
        ShareView(
            photos: photos.map { PhotoView(record: $0.record, fileName: $0.fileName) },
            subject: options.subject, importCode: [], template: template
        ).subjectLine
    }

    func pieces(
        of records: [PhotoRecord], _ options: ShareOptions
    ) throws(WitError) -> MessagePieces {
        let preparation = try preparation(of: records, options, limit: Self.maximumPhotos)
        return pieces(of: preparation, preparation.photos.indices)
    }

    /// The pieces of a message of some of the photos.
    ///
    /// - Parameter series: which of several mails it is; its identities are told apart by that.
    func pieces(
        of preparation: SharePreparation, _ range: Range<Int>, series: ShareSeries? = nil
    ) -> MessagePieces {
        MessagePieces(of: preparation, range, series: series, generator: generator)
    }

    /// - Throws: `interrupted` where somebody asks to stop.
    func goOn() throws(WitError) { if isStopped() { throw WitError.noMessage } }

    /// Writes a message to a temporary file and opens it.
    func written(_ pieces: MessagePieces) throws(WitError) -> (TemporaryFile, MailMessage) {
        let file = try TemporaryFile()
        try ShareMessage.building {
            try pieces.message.builder().write { piece in try file.append(piece) }
        }
        do throws(WitError) {
            return (file, MailMessage(parsing: try MailOctets(contentsOfFile: file.path)))
        } catch {
            throw WitError(.temporaryFile, at: "TMPDIR", error.message)
        }
    }

    /// Writes a message to a temporary file, reads it back and proves it.
    func finished(_ pieces: MessagePieces) throws(WitError) -> ComposedShare {
        try goOn()
        let message = pieces.message
        let (file, parsed) = try written(pieces)
        try goOn()
        let proof = ShareProof(pieces: pieces, isStopped: isStopped)
        try proof.check(parsed)
        var large: [Finding] = []
        if file.count > Self.usualLimit, message.options.maximumBytes == nil,
            !message.options.isLengthTaken
        {
            large.append(
                Finding(
                    .warning, .mailLarge, where: "message",
                    "The mail has \(ComposedShare.size(file.count)); most mail servers take no more"
                        + " than \(ComposedShare.size(Self.usualLimit))."))
        }
        var share = ComposedShare(
            file: file, messageID: message.messageID, subject: message.subject,
            photos: pieces.photos, options: message.options,
            htmlBytes: message.html?.utf8.count ?? 0,
            findings: pieces.findings + proof.ownTemplateFindings() + large)
        share.spotHash = pieces.spotHash
        if message.options.question != nil {
            share.question = pieces.payload.message
            share.questionLabels = QuestionLabels.own(pieces.template.words)
        }
        return share
    }

}

extension FindingCode {
    /// A mail that is larger than most servers take.
    public static let mailLarge: FindingCode = "mail-large"
}
