import Foundation
import OutputText
import PhotoRecords
import Pictures
import Privacy
import Synchronization

/// A photo made ready to leave, its pictures in a temporary file.
struct PreparedPhoto: Sendable {
    /// The small picture for the HTML.
    struct Preview: Sendable {
        var content: StoredBytes
        var width: Int
        var height: Int
        var sha256: String
    }

    /// The record as it was before anything was left out.
    var original: PhotoRecord
    /// The record as it leaves.
    var record: PhotoRecord
    /// What leaves of it, and why.
    var redacted: RedactedRecord
    /// The attachment's file name, once among all photos of a share.
    var fileName: String
    /// The JPEG that is attached.
    var content: StoredBytes
    /// SHA-256 of the JPEG.
    var sha256: String
    /// SHA-256 of the file that it was made from.
    var originalSHA256: String
    /// How the JPEG looks; nil where it cannot be decoded.
    var perceptualHash: String?
    /// The preview; nil where the picture cannot be decoded.
    var preview: Preview?
    /// Why the picture was encoded again though it was to leave as it is; nil where it was not.
    var redrawn: String?
    /// What single channels do not carry.
    var omissions = Omissions()

    /// What a channel carries of the record.
    func record(in channel: ShareChannel) -> PhotoRecord { omissions.record(record, in: channel) }
}

/// Makes photos ready to leave, two at a time, large ones one at a time, in memory that stays flat
/// however many there are.
struct PhotoPreparation: Sendable {
    let options: ShareOptions
    /// Told how many photos are ready, of how many.
    var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    /// Asked before each photo whether to stop.
    var isStopped: @Sendable () -> Bool = { false }

    /// How many are made ready at a time: more would only share what the processor has, and each
    /// needs memory for a picture.
    static let atOnce = 2

    private struct Progress {
        var next = 0
        var done = 0
        var photos: [Int: PreparedPhoto] = [:]
        var failures: [Int: WitError] = [:]
        var isStopped = false
    }

    /// The photos in the order of the records, and why the others can't be made ready.
    ///
    /// What a look at the files can tell is found before any picture is decoded; where that is
    /// enough to end the share, none is.
    ///
    /// - Throws: `WitError` with those of all photos that can't be made ready, where there may be
    ///   none or no photo is left; `stopped`; `temporary-file`.
    func run(
        _ all: [PhotoRecord]
    ) throws(WitError) -> (photos: [PreparedPhoto], failures: [WitError]) {
        var unreadable: [WitError] = []
        let records = all.filter { record in
            guard let trouble = PhotoRendition.trouble(with: record, options) else { return true }
            unreadable.append(trouble)
            return false
        }
        if !unreadable.isEmpty, !options.skipsFailed || records.isEmpty,
            let error = WitError.all(unreadable)
        {
            throw error
        }
        let (photos, failures) = try prepared(records)
        let failed = unreadable + failures
        if !failures.isEmpty, !options.skipsFailed || photos.isEmpty,
            let error = WitError.all(failed)
        {
            throw error
        }
        return (photos, failed)
    }

    private func prepared(
        _ records: [PhotoRecord]
    ) throws(WitError) -> (photos: [PreparedPhoto], failures: [WitError]) {
        var names = PhotoFileName()
        let leaving = records.map { record in
            let redacted = RedactedRecord(of: record, options)
            let name = names.next(
                for: redacted.named(redacted.record, of: record.file), extension: "jpg")
            return (fileName: name, masks: redacted.masks)
        }
        let file = try TemporaryFile()
        let limiter = DecodeLimiter()
        let state = Mutex(Progress())
        DispatchQueue.concurrentPerform(iterations: min(Self.atOnce, records.count)) { _ in
            while let index = next(state, records.count) {
                let result = Result { () throws(WitError) in
                    if isStopped() { throw WitError.noMessage }
                    return try limiter.holding(fileAt: records[index].file) {
                        () throws(WitError) in
                        try prepared(records[index], leaving[index], file, limiter)
                    }
                }
                state.withLock { state in
                    switch result {
                    case .success(let photo): state.photos[index] = photo
                    case .failure(let error):
                        state.failures[index] = error
                        // What is no fault of the photo meets the others too.
                        if [.interrupted, .temporaryFile].contains(error.code) {
                            state.isStopped = true
                        }
                    }
                    state.done += 1
                    // Told one after the other, also where two end at a time.
                    progress(state.done, records.count)
                }
            }
        }
        return try state.withLock { (state) throws(WitError) in
            let failures = records.indices.compactMap { state.failures[$0] }
            if state.isStopped,
                let error = failures.first(where: {
                    $0.code == .interrupted || $0.code == .temporaryFile
                })
            {
                throw error
            }
            return (records.indices.compactMap { state.photos[$0] }, failures)
        }
    }

    /// The next photo; none once the work is stopped.
    private func next(_ state: borrowing Mutex<Progress>, _ count: Int) -> Int? {
        state.withLock { state in
            guard state.next < count, !state.isStopped else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    private func prepared(
        _ record: PhotoRecord, _ leaving: (fileName: String, masks: BareMasks),
        _ file: TemporaryFile, _ limiter: DecodeLimiter
    ) throws(WitError) -> PreparedPhoto {
        let rendition = try PhotoRendition(
            record, options: options, masks: leaving.masks, limiter: limiter,
            isStopped: isStopped)
        var preview: PreparedPhoto.Preview?
        if let picture = rendition.preview {
            preview = PreparedPhoto.Preview(
                content: try StoredBytes(picture.bytes, in: file), width: picture.width,
                height: picture.height, sha256: ExtractedContent.sha256(picture.bytes))
        }
        return PreparedPhoto(
            original: record, record: rendition.record, redacted: rendition.redacted,
            fileName: leaving.fileName,
            content: try StoredBytes(rendition.jpeg, in: file),
            sha256: ExtractedContent.sha256(rendition.jpeg),
            originalSHA256: rendition.originalSHA256,
            perceptualHash: rendition.perceptualHash?.text, preview: preview,
            redrawn: rendition.redrawn, omissions: rendition.omissions)
    }
}
