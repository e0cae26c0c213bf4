import Files
import Folders
import ExchangeFormats
import Foundation
import OutputText
import PhotoCatalog
import PhotoRecord

/// Takes in what digiKam knows: its photos are cataloged where they lie, and titles, captions,
/// tags, people, faces, places and times of its database are merged as what a mail says is: what
/// is empty is filled, the rest is proposed, and a second time nothing changes
/// (<doc:ProvenanceAndMerging>).
///
/// A photo whose file is not where digiKam says is recognised by its path in the catalog, or as
/// the same file that lies elsewhere. The database is never changed.
public struct ImportDigiKam: Sendable {
    private let catalog: PhotoCatalog?
    private let roots: [DigiKamRoots.Mapping]
    private let dryRun: Bool
    private let interruption: Interruption

    /// - Parameters:
    ///   - catalog: where photos and stories go; nil only with `dryRun`, where there is none yet.
    ///   - roots: where folders of the collection lie now.
    ///   - dryRun: whether to change nothing, and say what would be done.
    ///   - interruption: looked at between batches.
    public init(
        into catalog: PhotoCatalog?, roots: [DigiKamRoots.Mapping] = [], dryRun: Bool = false,
        interruption: Interruption = Interruption()
    ) {
        self.catalog = catalog
        self.roots = roots
        self.dryRun = dryRun
        self.interruption = interruption
    }

    /// Takes a database in.
    ///
    /// - Parameters:
    ///   - path: the database's absolute path.
    ///   - name: the name to report it by.
    ///   - progress: told how many photos are cataloged, and how many there are.
    /// - Throws: an `ItemFailure` for a database that can't be read; `CatalogError`. What was
    ///   taken in before stays, and `undo` takes it back.
    public func run(
        _ path: String, name: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> ForeignImportReport {
        do {
            let database = try DigiKamDatabase(path: path)
            let roots = try DigiKamRoots(database, mapping: roots)
            let source = "digikam:" + URL(filePath: path).lastPathComponent
            var intake = StoryIntake(
                catalog: catalog, dryRun: dryRun, interruption: interruption, source: source,
                report: ForeignImportReport(name: name, program: .digiKam))
            var images = try DigiKamImages(database, roots: roots)
            let total = try images.count()
            intake.note { $0.photos = total }
            try await add(&images, roots, into: &intake, total: total, progress: progress)
            images = try DigiKamImages(database, roots: roots)
            try merge(&images, roots, into: &intake)
            if !database.isUnchanged {
                intake.note {
                    $0.failures.append(
                        ItemFailure(
                            item: name,
                            reason: "digiKam wrote to it meanwhile; close digiKam and import it "
                                + "again"))
                }
            }
            let stopped = interruption.isRequested
            intake.note { $0.wasInterrupted = $0.wasInterrupted || stopped }
            return intake.report
        } catch {
            let error = WitError(error)
            guard error.code == .foreignCatalog else { throw error }
            throw ItemFailure(item: name, reason: error.reason)
        }
    }

    /// Catalogs the photos whose files are there.
    private func add(
        _ images: inout DigiKamImages, _ roots: DigiKamRoots, into intake: inout StoryIntake,
        total: Int, progress: (Int, Int) -> Void
    ) async throws {
        var waiting: [String] = []
        var done = 0
        while !interruption.isRequested, let batch = try images.next() {
            intake.note { $0.others += batch.others }
            for image in batch.images where roots.roots[image.root]?.isThere == true {
                if FolderWalk.stamp(of: image.path) != nil { waiting.append(image.path) }
            }
            if waiting.count >= StoryIntake.filesAtOnce {
                let before = done
                try await intake.add(waiting) { progress(before + $0, total) }
                done += waiting.count
                waiting.removeAll()
            }
        }
        let before = done
        try await intake.add(waiting) { progress(before + $0, total) }
    }

    /// Merges what the database says of each photo that the catalog has.
    private func merge(
        _ images: inout DigiKamImages, _ roots: DigiKamRoots, into intake: inout StoryIntake
    ) throws {
        var lost: [Int64: Int] = [:]
        while !interruption.isRequested, let batch = try images.next() {
            var known = try catalog?.identities(at: batch.images.map(\.path)) ?? [:]
            let missing = batch.images.filter {
                known[$0.path] == nil && FolderWalk.stamp(of: $0.path) == nil
            }
            try known.merge(elsewhere(missing)) { own, _ in own }
            for image in missing where known[image.path] == nil {
                if roots.roots[image.root]?.isThere == true {
                    intake.note {
                        $0.failures.append(
                            ItemFailure(
                                item: image.path, reason: "digiKam's photo is not there"))
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
            try intake.take(stories)
        }
        for (id, count) in lost.sorted(by: { $0.key < $1.key }) {
            guard let root = roots.roots[id] else { continue }
            let photos = count == 1 ? "1 photo" : "\(count) photos"
            intake.note {
                $0.failures.append(
                    ItemFailure(
                        item: root.folder,
                        reason: "digiKam's folder “\(root.label)” with \(photos) is not there; say "
                            + "where it is with --root \"\(root.folder)=FOLDER\""))
            }
        }
    }

    /// The photos whose very files lie at another path than digiKam says.
    private func elsewhere(_ images: [DigiKamImage]) throws -> [String: RecordID] {
        guard let catalog else { return [:] }
        let wanted = images.filter { $0.size != nil && $0.uniqueHash != nil }
        if wanted.isEmpty { return [:] }
        let candidates = try catalog.files(ofSizes: Set(wanted.compactMap(\.size)))
        var found: [String: String] = [:]
        for image in wanted {
            guard let size = image.size, let hash = image.uniqueHash?.lowercased() else { continue }
            let name = URL(filePath: image.path).lastPathComponent
            // Those of the same name first: they are the likeliest.
            let paths = (candidates[size] ?? []).filter { $0.hasSuffix("/" + name) }
            let others = (candidates[size] ?? []).filter { !$0.hasSuffix("/" + name) }
            found[image.path] = (paths + others).prefix(100).first { DigiKamHash.of($0) == hash }
        }
        let identities = try catalog.identities(at: Array(Set(found.values)))
        return found.compactMapValues { identities[$0] }
    }
}
