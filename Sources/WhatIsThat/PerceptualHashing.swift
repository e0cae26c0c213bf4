import CatalogDatabase
import Files
import Foundation
import OutputText
import PhotoMetadata
import PhotoRecords
import Pictures
import ShareMail

/// Computes what cataloged pictures look like, where that was never needed before.
///
/// A scan reads no pixels, so a photo that was only scanned has no perceptual hash. An import looks
/// at the photo that a picture is said to be of, which proves it or not; and for one that is new at
/// the few photos that it could be a copy of, so as to propose that. It keeps what it learned;
/// `wit check --hashes` does so for all.
struct PerceptualHashing: Sendable {
    private let catalog: PhotoCatalog
    private let renderer: PictureRenderer

    /// A picture and its candidates were taken in the same second: a burst has no more.
    private static let burst = 64
    /// Candidates of a picture that does not say when it was taken.
    private static let crowd = 256
    private static let page = 64
    private static let fileLimit = 512 << 20

    /// The looks of a catalog's photos.
    ///
    /// - Parameter memory: how many bytes decoding a picture may take; nil for as many as is usual.
    init(_ catalog: PhotoCatalog, memory: Int? = nil) {
        self.catalog = catalog
        renderer = PictureRenderer(limits: PictureLimits(acceptsDamage: true, memory: memory))
    }

    /// What was computed for the pictures of one mail.
    struct Learned {
        /// Perceptual hashes by the photos' ids.
        var looks: [RecordID: String] = [:]
        /// The photos that were looked at, those that can't be decoded among them.
        var tried: Set<RecordID> = []
        /// Those of them that can't be decoded, whatever is tried.
        var undecodable: Set<RecordID> = []
        /// The pictures of the mail that could not be decoded, and why.
        var findings: [Finding] = []
        /// Counts what looking at them costs: past it no more are looked at.
        var meter = MessageMeter()

        /// Takes what came of looking at a photo.
        ///
        /// - Throws: `WitError` where the disk failed: what the photo looks like is unknown then.
        fileprivate mutating func take(
            _ look: Result<String, WitError>, of id: RecordID, at path: String
        ) throws(WitError) {
            switch look {
            case .success(let look): looks[id] = look
            case .failure(let error):
                if error.code == .inputOutput {
                    throw error.of(item: path)
                }
                if error.isOfPicture, !meter.isOver { undecodable.insert(id) }
            }
        }
    }

    /// Looks at the photos that a picture could be of and of which no hash is known yet; nothing
    /// is stored.
    ///
    /// - Parameter learned: takes the hashes; what was looked at before is not looked at again.
    /// - Returns: whether there is a new one.
    /// - Throws: `WitError`, also where the disk failed.
    func learn(
        _ learned: inout Learned, for incoming: IncomingRecord
    ) throws -> Bool {
        let images = [incoming.picture?.record.image, incoming.record.image].compactMap(\.self)
        guard images.contains(where: { $0.perceptualHash != nil }) else { return false }
        let taken = (incoming.record.taken ?? incoming.picture?.record.taken)?.local
        let photos = try catalog.unhashedPhotos(
            taken: taken, shape: Self.shape(images.first),
            limit: taken == nil ? Self.crowd : Self.burst)
        let before = learned.looks.count
        for photo in photos where learned.tried.insert(photo.id).inserted {
            if learned.meter.isOver { break }
            try learned.take(look(of: photo.path, learned.meter), of: photo.id, at: photo.path)
        }
        return learned.looks.count > before
    }

    /// Looks at photos that a picture is said to be of; nothing is stored.
    ///
    /// - Parameter learned: takes the hashes; what was looked at before is not looked at again.
    /// - Returns: whether there is a new one.
    /// - Throws: `WitError`, also where the disk failed.
    func learn(
        _ learned: inout Learned, of photos: [RecordID]
    ) throws -> Bool {
        let before = learned.looks.count
        for id in photos where learned.tried.insert(id).inserted {
            if learned.meter.isOver { break }
            guard let file = try catalog.files(of: id).first(where: { !$0.missing }),
                try !catalog.isUndecodable(id)
            else { continue }
            try learned.take(look(of: file.path, learned.meter), of: id, at: file.path)
        }
        return learned.looks.count > before
    }

    /// How the picture of a photo looks now, by a file of it that is there; nil where none is, or
    /// none can be decoded.
    ///
    /// - Parameter watch: counts what it costs, and may end it.
    /// - Throws: `WitError`, also where the disk failed.
    func picture(
        of id: RecordID, _ watch: (any DecodingWatch)? = nil
    ) throws -> GreyscaleThumbnail? {
        guard let file = try catalog.files(of: id).first(where: { !$0.missing }),
            try !catalog.isUndecodable(id)
        else { return nil }
        switch picture(ofFile: file.path, watch) {
        case .success(let look): return look
        case .failure(let error) where error.code == .inputOutput:
            throw error.of(item: file.path)
        case .failure: return nil
        }
    }

    /// Stores what was computed.
    ///
    /// - Throws: `WitError`.
    func store(_ learned: Learned) throws(WitError) {
        for (id, look) in learned.looks { try catalog.setHashes(id, perceptualHash: look) }
        for id in learned.undecodable { try catalog.setUndecodable(id) }
    }

    /// Computes and stores the hash of every photo that has none.
    ///
    /// - Parameters:
    ///   - isStopped: looked at between photos; what was computed stays.
    ///   - progress: told how many photos have been looked at, and how many there are without a hash.
    /// - Returns: how many hashes were computed, and the files whose picture can't be decoded, with
    ///   the reason.
    /// - Throws: `WitError`, also if no picture can be decoded on this machine.
    func complete(
        progress: ProgressHandler = { _ in }, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws -> (computed: Int, undecodable: [WitError]) {
        do throws(WitError) {
            try PictureRenderer.requireLibrary()
        } catch {
            throw WitError(item: "the pictures", reason: error.message)
        }
        let total = try catalog.unhashedCount
        var (done, computed, undecodable) = (0, 0, [WitError]())
        var last: RecordID?
        while !isStopped() {
            let photos = try catalog.unhashedPhotos(after: last, limit: Self.page)
            guard let end = photos.last else { break }
            for (photo, look) in await looks(of: photos, isStopped) {
                done += 1
                switch look {
                case .success(let look):
                    try catalog.setHashes(photo.id, perceptualHash: look)
                    computed += 1
                case .failure(let error):
                    // What was not decoded for that reason is not a picture that can't be.
                    if error.code == .decodingStopped { continue }
                    if error.isOfPicture { try catalog.setUndecodable(photo.id) }
                    undecodable.append(WitError(item: photo.path, reason: error.message))
                case nil: break
                }
                progress(WorkProgress(.hashing, done: done, of: total))
            }
            last = end.id
        }
        return (computed, undecodable)
    }

    /// The hashes of a page of photos, computed on all cores.
    private func looks(
        of photos: [UnhashedPhoto], _ isStopped: @escaping @Sendable () -> Bool
    ) async -> [(UnhashedPhoto, Result<String, WitError>?)] {
        let lanes = max(1, ProcessInfo.processInfo.activeProcessorCount)
        return await withTaskGroup(of: [(Int, Result<String, WitError>?)].self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    stride(from: lane, to: photos.count, by: lanes).map { index in
                        (
                            index,
                            isStopped()
                                ? nil : look(of: photos[index].path, DecodingStop(isStopped))
                        )
                    }
                }
            }
            var result = photos.map { ($0, nil as Result<String, WitError>?) }
            for await lane in group {
                for (index, look) in lane { result[index].1 = look }
            }
            return result
        }
    }

    /// The perceptual hash of a file's picture, or why it can't be decoded.
    private func look(
        of path: String, _ watch: any DecodingWatch
    ) -> Result<String, WitError> {
        picture(ofFile: path, watch).map(\.hash.text)
    }

    private func picture(
        ofFile path: String, _ watch: (any DecodingWatch)?
    ) -> Result<GreyscaleThumbnail, WitError> {
        let file: [UInt8]
        do throws(SystemError) {
            file = try FileSystem.contents(of: path, limit: Self.fileLimit)
        } catch {
            return .failure(
                error.isOfDisk ? WitError(.inputOutput, error.description) : Self.unread)
        }
        if file.isEmpty { return .failure(Self.unread) }
        let jpeg = EmbeddedPreview(in: file).flatMap { preview in
            preview.jpeg(of: file, shownAs: (try? PhotoReader().read(bytes: file))?.record.image)
        }
        var renderer = renderer
        renderer.watch = watch
        return Result { () throws(WitError) in
            try renderer.look(of: jpeg ?? file)
        }
    }

    private static let unread = WitError(.pictureEmpty, "The file cannot be read.")

    /// The longer side by the shorter one.
    private static func shape(_ image: ImageFacts?) -> Double? {
        guard let width = image?.width, let height = image?.height, width > 0, height > 0 else {
            return nil
        }
        return Double(max(width, height)) / Double(min(width, height))
    }
}

extension WitError {
    /// Whether it tells something of the picture: a machine that cannot decode, a file that cannot
    /// be read and a mail's budget tell nothing.
    fileprivate var isOfPicture: Bool {
        ![.unavailable, .decoderNotStarted, .pictureEmpty, .inputOutput, .decodingStopped].contains(
            code)
    }
}
