import CatalogDatabase
import ExchangeFormats
import Files
import Folders
import Foundation
import OutputText
import PhotoRecords

/// Imports digiKam's database: its photos are cataloged where they are, and titles, captions,
/// tags, people, faces, places and times of its database are merged as what a mail says is: what
/// is empty is filled, the rest is proposed, and a second time nothing changes
/// (<doc:ProvenanceAndMerging>).
///
/// A photo whose file is not where digiKam says is recognised by its path in the catalog, or as
/// the same file that lies elsewhere. The database is never changed.
public struct ImportDigiKam: Sendable {
    private let path: String
    private let name: String
    private let catalog: PhotoCatalog?
    private let roots: [DigiKamRoots.Mapping]
    private let dryRun: Bool

    /// Prepares the import of a database; nothing is read yet.
    ///
    /// - Parameters:
    ///   - path: the database's path.
    ///   - name: the name to report it by; nil for the path.
    ///   - catalog: where photos and stories go; nil only with `dryRun`, where there is none yet.
    ///   - roots: where folders of the collection lie now.
    ///   - dryRun: whether to change nothing, and say what would be done.
    public init(
        _ path: String, named name: String? = nil, into catalog: PhotoCatalog?,
        roots: [DigiKamRoots.Mapping] = [], dryRun: Bool = false
    ) {
        self.path = absolutePath(path)
        self.name = name ?? path
        self.catalog = catalog
        self.roots = roots
        self.dryRun = dryRun
    }

    /// Imports it.
    ///
    /// - Parameter progress: told how many photos are cataloged, and how many there are.
    /// - Returns: what was imported, until it was cancelled if it was.
    /// - Throws: `WitError` about the database where it can't be read, else about the catalog. What was
    ///   imported before stays, and `undo` reverts it.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> ExternalImportReport {
        try await BlockingWork.run { stop in try await run(stop, progress) }
    }

    private func run(
        _ stop: Interruption, _ progress: @escaping ProgressHandler
    ) async throws -> ExternalImportReport {
        do {
            let database = try DigiKamDatabase(path: path)
            let roots = try DigiKamRoots(database, mapping: roots)
            let source = "digikam:" + URL(filePath: path).lastPathComponent
            var intake = RecordImporter(
                catalog: catalog, dryRun: dryRun, stop: stop, source: source,
                report: ExternalImportReport(
                    name: name, program: .digiKam, isDryRun: dryRun))
            var images = try DigiKamImages(database, roots: roots)
            let total = try images.count()
            intake.note { $0.photos = total }
            try await add(&images, roots, into: &intake, stop, total: total, progress)
            images = try DigiKamImages(database, roots: roots)
            try merge(&images, roots, stop, into: &intake)
            if !database.isUnchanged {
                intake.note {
                    $0.failures.append(
                        WitError(
                            item: name,
                            reason: "digiKam wrote to it meanwhile; close digiKam and import it "
                                + "again"))
                }
            }
            let stopped = stop.isRequested
            intake.note { $0.wasInterrupted = $0.wasInterrupted || stopped }
            return intake.report
        } catch {
            let error = WitError(error)
            guard error.code == .foreignCatalog else { throw error }
            throw error.of(item: name)
        }
    }

    /// Catalogs the photos whose files are there.
    private func add(
        _ images: inout DigiKamImages, _ roots: DigiKamRoots, into intake: inout RecordImporter,
        _ stop: Interruption, total: Int, _ progress: ProgressHandler
    ) async throws {
        var waiting: [String] = []
        var done = 0
        while !stop.isRequested, let batch = try images.next() {
            intake.note { $0.others += batch.others }
            for image in batch.images where roots.roots[image.root]?.isThere == true {
                if FolderWalk.stamp(of: image.path) != nil { waiting.append(image.path) }
            }
            if waiting.count >= RecordImporter.filesAtOnce {
                try await intake.add(waiting, after: done, of: total, progress: progress)
                done += waiting.count
                waiting.removeAll()
            }
        }
        try await intake.add(waiting, after: done, of: total, progress: progress)
    }

    /// Merges what the database says of each photo that the catalog has.
    private func merge(
        _ images: inout DigiKamImages, _ roots: DigiKamRoots, _ stop: Interruption,
        into intake: inout RecordImporter
    ) throws {
        var lost: [Int64: Int] = [:]
        while !stop.isRequested, let batch = try images.next() {
            var known = try catalog?.identities(at: batch.images.map(\.path)) ?? [:]
            let missing = batch.images.filter {
                known[$0.path] == nil && FolderWalk.stamp(of: $0.path) == nil
            }
            try known.merge(elsewhere(missing, stop)) { own, _ in own }
            // What was not looked for is not lost.
            if stop.isRequested { break }
            for image in missing where known[image.path] == nil {
                if roots.roots[image.root]?.isThere == true {
                    intake.note {
                        $0.failures.append(
                            WitError(
                                item: image.path, reason: "digiKam's photo does not exist"))
                    }
                } else {
                    lost[image.root, default: 0] += 1
                }
            }
            let own = try catalog?.records(of: Set(known.values)) ?? [:]
            let stories = batch.images.compactMap { image -> IncomingRecord? in
                guard let photo = known[image.path], let record = own[photo],
                    var story = DigiKamStory.record(of: image, besides: record)
                else { return nil }
                story.id = photo
                return IncomingRecord(record: story, source: intake.source)
            }
            for start in stride(from: 0, to: stories.count, by: RecordImporter.storiesAtOnce)
            where !stop.isRequested {
                try intake.take(
                    Array(stories[start..<min(start + RecordImporter.storiesAtOnce, stories.count)])
                )
            }
        }
        for (id, count) in lost.sorted(by: { $0.key < $1.key }) {
            guard let root = roots.roots[id] else { continue }
            let photos = count == 1 ? "1 photo" : "\(count) photos"
            var error = WitError(
                item: root.folder, code: .folderElsewhere,
                reason: "digiKam's folder “\(root.label)” with \(photos) was not found")
            error.arguments["folder"] = root.folder
            intake.note { $0.failures.append(error) }
        }
    }

    /// The photos whose very files lie at another path than digiKam says.
    private func elsewhere(
        _ images: [DigiKamImage], _ stop: Interruption
    ) throws -> [String: RecordID] {
        guard let catalog else { return [:] }
        let wanted = images.filter { $0.size != nil && $0.uniqueHash != nil }
        if wanted.isEmpty { return [:] }
        let candidates = try catalog.files(ofSizes: Set(wanted.compactMap(\.size)))
        var found: [String: String] = [:]
        // Several images of one size ask for the same files.
        var hashes: [String: String?] = [:]
        func hash(_ path: String) -> String? {
            if let known = hashes[path] { return known }
            let hash = DigiKamHash.of(path)
            hashes[path] = .some(hash)
            return hash
        }
        for image in wanted {
            if stop.isRequested { break }
            guard let size = image.size, let wanted = image.uniqueHash?.lowercased()
            else { continue }
            let name = FileSystem.name(of: image.path)
            // Those of the same name first: they are the likeliest.
            let paths = (candidates[size] ?? []).filter { $0.hasSuffix("/" + name) }
            let others = (candidates[size] ?? []).filter { !$0.hasSuffix("/" + name) }
            found[image.path] = (paths + others).prefix(100).first {
                !stop.isRequested && hash($0) == wanted
            }
        }
        let identities = try catalog.identities(at: Array(Set(found.values)))
        return found.compactMapValues { identities[$0] }
    }
}

extension WitError.Code {
    /// A folder of digiKam's collection is not where it was; `folder` in the arguments is its path.
    public static let folderElsewhere: Self = "folder-elsewhere"
}
