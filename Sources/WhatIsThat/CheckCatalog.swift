import CatalogDatabase
import Crypto
import Files
import Foundation
import JSON
import OutputText
import PhotoMetadata
import PhotoRecords
import Pictures

/// Looks whether the catalog is sound and whether the files it knows are as it knows them; copies it, mends
/// it and learns what its pictures look like, where that is wanted.
///
/// ```swift
/// var options = CheckCatalog.Options()
/// options.verifies = true
/// let report = try await CheckCatalog(catalog, options).run()
/// ```
public struct CheckCatalog: Sendable {
    /// What is done besides looking.
    public struct Options: Sendable {
        /// Whether every file is read and its SHA-256 compared; one that was not known is stored, if the
        /// catalog is open for changes. The files of each photo are held against one another too: they
        /// have to hold the same picture.
        public var verifies = false
        /// Whether the indexes are built anew and all places looked up again; with `verifies`, photos whose
        /// files hold different pictures are taken apart, as a change that can be undone.
        public var repairs = false
        /// Whether perceptual hashes are computed where they are not known.
        public var hashes = false
        /// The absolute path that the catalog is copied to first; nil for no copy.
        public var backup: String?
        /// How much memory, in bytes, decoding a picture may take; nil for as much as is usual.
        public var decoderMemory: Int?
        /// Only looking, but for what is said here.
        public init(verifying: Bool = false, repairing: Bool = false) {
            verifies = verifying
            repairs = repairing
        }
    }

    /// What was found, and what was done.
    public struct Report: JSONReport {
        /// What is wrong or worth knowing; nothing where all is well.
        public var findings: [Finding] = []
        /// How many perceptual hashes were computed; nil where none were to be.
        public var computedHashes: Int?
        /// How many photos the catalog has.
        public var photos = 0
        /// How many files it knows.
        public var files = 0
        /// How many files were looked at.
        public var checkedFiles = 0
        /// Whether the task was cancelled before the end.
        public var wasInterrupted = false

        /// Whether something is wrong.
        public var isWrong: Bool { findings.contains { $0.severity > .note } }

        /// `findings`, `photos`, `files`, `checkedFiles`, `computedHashes` and `interrupted`.
        public var json: JSONValue {
            var object: JSONObject = [
                "findings": .array(findings.map(\.json)), "photos": .count(photos),
                "files": .count(files), "checkedFiles": .count(checkedFiles),
                "interrupted": .bool(wasInterrupted),
            ]
            object["computedHashes"] = computedHashes.map(JSONValue.count)
            return .object(object)
        }
    }

    private let catalog: PhotoCatalog
    private let options: Options

    /// A check of a catalog: opened for writing, where it is to be changed or files are read.
    public init(_ catalog: PhotoCatalog, _ options: Options = Options()) {
        self.catalog = catalog
        self.options = options
    }

    /// Checks; where the task is cancelled, soon ends with what was found and done so far.
    ///
    /// - Parameter progress: told of the stages `copying` and `repairing` once each is done, and how far
    ///   `hashing` and `checking` are.
    /// - Throws: `WitError` where the catalog cannot be used, the copy not be made, or no picture be decoded
    ///   on this machine.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        let done = SoFar(Report())
        do throws(WitError) {
            return try await BlockingWork.run { stop in try await check(stop, done, progress) }
        } catch {
            guard error.code == .interrupted, Task.isCancelled else { throw error }
            var report = done.value
            report.wasInterrupted = true
            return report
        }
    }

    private func check(
        _ stop: Interruption, _ done: SoFar<Report>, _ progress: ProgressHandler
    ) async throws -> Report {
        if let backup = options.backup, !stop.isRequested {
            let folder = Folder.holding(backup)
            if !FileSystem.isFolder(folder) {
                throw WitError(
                    item: backup, code: .notFound, reason: "there is no folder \(folder)")
            }
            try catalog.backup(to: backup, isStopped: { stop.isRequested })
            progress(WorkProgress(.copying, done: 1, of: 1))
        }
        if options.repairs, !stop.isRequested {
            // SQLite may be busy with one statement for long.
            try PhotoCatalog.interruptible({ stop.isRequested }) { () throws(WitError) in
                try catalog.repair()
                try catalog.derivePlaces(all: true, isStopped: { stop.isRequested })
            }
            if !stop.isRequested { progress(WorkProgress(.repairing, done: 1, of: 1)) }
        }
        if options.hashes, !stop.isRequested {
            let result = try await PerceptualHashing(catalog, memory: options.decoderMemory)
                .complete(progress: progress, isStopped: { stop.isRequested })
            done.update { report in
                report.computedHashes = result.computed
                report.findings += result.undecodable.map {
                    Finding(
                        .note, .pictureUndecodable, where: $0.item,
                        "the picture can't be decoded, so it can be recognised by its bytes only: "
                            + $0.reason)
                }
            }
        }
        if !stop.isRequested {
            let findings = try findings(
                progress: { checked in
                    done.update { $0.checkedFiles = checked.done }
                    progress(checked)
                }, isStopped: { stop.isRequested })
            done.update { $0.findings += findings }
        }
        let counts = try? catalog.counts
        done.update { report in
            report.photos = counts?.photos ?? 0
            report.files = counts?.files ?? 0
            report.wasInterrupted = stop.isRequested
        }
        return done.value
    }

    /// Checks the catalog and its files, and whether both say the same.
    ///
    /// - Parameters:
    ///   - progress: told how many files have been looked at, and how many there are.
    ///   - isStopped: asked whether to stop; then it ends with what was found.
    /// - Throws: `WitError` where the catalog cannot be used.
    func findings(
        progress: ProgressHandler = { _ in },
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws(WitError) -> [Finding] {
        let total = try catalog.counts.files
        let findings = try catalog.check(
            files: options.verifies
                ? .contents(sha256: { try Self.sha256(ofFile: $0, isStopped: isStopped) })
                : .stamps,
            progress: { progress(WorkProgress(.checking, done: $0, of: total)) },
            isStopped: isStopped)
        if findings.contains(where: { $0.code == .catalogDamaged }) || isStopped() {
            return findings
        }
        var found = findings
        do throws(WitError) {
            try PhotoCatalog.interruptible(isStopped) { () throws(WitError) in
                if options.verifies { found += try mixedPhotos(isStopped: isStopped) }
                found += try disagreements(isStopped: isStopped)
            }
        } catch {
            guard error.code == .interrupted, isStopped() else { throw error }
        }
        return found
    }

    /// Files that differ from the catalog.
    private func disagreements(isStopped: () -> Bool) throws(WitError) -> [Finding] {
        try catalog.disagreements(readingAll: options.verifies, isStopped: isStopped) { path in
            guard !isStopped(), let stamp = WritePhotos.stamp(of: path),
                let record = try? PhotoReader().read(path: path).record
            else { return nil }
            return ScannedFile(path: path, stamp: stamp, record: record)
        }
    }

    // MARK: Files of one photo

    private func mixedPhotos(isStopped: () -> Bool) throws(WitError) -> [Finding] {
        var mixed: [MixedPhoto] = []
        var last: CopiedPhoto?
        while let photo = try catalog.copiedPhoto(after: last) {
            let pictures = Self.pictures(of: photo)
            if pictures.count > 1 { mixed.append(MixedPhoto(id: photo.id, pictures: pictures)) }
            last = photo
            // Some photos taken apart and others not would be a change that nobody asked for.
            if isStopped() { return mixed.map(Self.finding) }
        }
        guard options.repairs, !mixed.isEmpty else { return mixed.map(Self.finding) }
        let change = try catalog.takeApart(mixed) { path in
            guard let stamp = FileStamp(of: path),
                let record = try? PhotoReader().read(path: path).record
            else { return nil }
            return ScannedFile(path: path, stamp: stamp, record: record)
        }
        return mixed.map { photo in
            Finding(
                .note, .photoParted, where: "photo \(photo.id.text)",
                "Its files showed \(photo.pictures.count) different pictures; each is now a "
                    + "photo of "
                    + "its own (change \(change?.number ?? 0)): \(Self.names(photo)).")
        }
    }

    private static func finding(_ photo: MixedPhoto) -> Finding {
        Finding(
            .error, .photoMixed, where: "photo \(photo.id.text)",
            "Its files show \(photo.pictures.count) different pictures: \(names(photo)).")
    }

    /// A file of each picture; no more than ten.
    private static func names(_ photo: MixedPhoto) -> String {
        let names = photo.pictures.prefix(10).compactMap(\.first)
        return names.joined(separator: ", ") + (photo.pictures.count > 10 ? ", …" : "")
    }

    /// The files of a photo, those of one picture together. What cannot be read is with none, and
    /// files of the same bytes are read once.
    private static func pictures(of photo: CopiedPhoto) -> [[String]] {
        let reader = PhotoReader()
        var bySum: [String: [UInt8]] = [:]
        var order: [[UInt8]] = []
        var groups: [[UInt8]: [String]] = [:]
        for file in photo.files {
            let known = file.sha256.flatMap { bySum[$0] }
            guard let picture = known ?? (try? reader.wholePicture(path: file.path)) ?? nil else {
                continue
            }
            if let sum = file.sha256 { bySum[sum] = picture }
            if groups[picture] == nil { order.append(picture) }
            groups[picture, default: []].append(file.path)
        }
        return order.compactMap { groups[$0] }
    }

    /// The SHA-256 of a file, in 64 lower-case hexadecimal digits; read in pieces.
    ///
    /// - Throws: What reading throws; `WitError.stopped` where it is stopped.
    static func sha256(
        ofFile path: String, isStopped: () -> Bool = { false }
    ) throws -> String {
        var hash = SHA256()
        try FileSystem.forEachPiece(of: path, isStopped: isStopped) {
            hash.update(bufferPointer: $0)
        }
        if isStopped() { throw WitError.stopped }
        return hash.finalize().hex
    }
}

extension WorkProgress.Stage {
    /// The catalog is copied.
    public static let copying: Self = "copying"
    /// The catalog's indexes are built anew.
    public static let repairing: Self = "repairing"
}

extension FindingCode {
    /// A picture that cannot be decoded, and is known by its data alone.
    public static let pictureUndecodable: FindingCode = "picture-undecodable"
}
