import CatalogDatabase
import ExchangeFormats
import Files
import Foundation
import OutputText
import PhotoRecords

/// Imports a Google Takeout: its photos are cataloged where they are, and what Google Photos'
/// JSON says of them is merged as what a mail says is: what is empty is filled, the rest is
/// proposed, and a second time nothing changes (<doc:ProvenanceAndMerging>).
///
/// A photo that lies in several albums is one photo with several files; the albums' titles are
/// its keywords. The folders that Google makes for each year are no albums. What lies in the bin
/// is passed over.
public struct ImportTakeout: Sendable {
    private let roots: [String]
    private let catalog: PhotoCatalog?
    private let dryRun: Bool

    /// Prepares the import of a Takeout; nothing is read yet.
    ///
    /// - Parameters:
    ///   - roots: paths of folders: all parts that the Takeout came in. It is reported by these names.
    ///   - catalog: where photos and stories go; nil only with `dryRun`, where there is none yet.
    ///   - dryRun: whether to change nothing, and say what would be done.
    public init(_ roots: [String], into catalog: PhotoCatalog?, dryRun: Bool = false) {
        self.roots = roots
        self.catalog = catalog
        self.dryRun = dryRun
    }

    /// Imports it.
    ///
    /// - Parameter progress: told how many photos are cataloged, and how many there are.
    /// - Returns: what was imported, until it was cancelled if it was.
    /// - Throws: `WitError` where the catalog cannot be used; what was imported before stays, and
    ///   `undo` reverts it.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> ExternalImportReport {
        try await BlockingWork.run { stop in try await run(stop, progress) }
    }

    private func run(
        _ stop: Interruption, _ progress: ProgressHandler
    ) async throws -> ExternalImportReport {
        let survey = TakeoutSurvey(
            roots.map(absolutePath), isStopped: { stop.isRequested },
            progress: { progress(WorkProgress(.scanning, done: $0)) })
        var intake = RecordImporter(
            catalog: catalog, dryRun: dryRun, stop: stop, source: "takeout",
            report: ExternalImportReport(
                name: roots.joined(separator: ", "), program: .takeout, isDryRun: dryRun))
        intake.note { $0.add(survey) }
        let pictures = survey.pictures
        for start in stride(from: 0, to: pictures.count, by: RecordImporter.filesAtOnce)
        where !stop.isRequested {
            let paths = pictures[start..<min(start + RecordImporter.filesAtOnce, pictures.count)]
            try await intake.add(
                Array(paths), after: start, of: pictures.count, progress: progress)
        }
        try merge(survey, stop, into: &intake)
        let stopped = stop.isRequested
        intake.note { $0.wasInterrupted = $0.wasInterrupted || stopped }
        return intake.report
    }

    /// Merges what the JSON files say, all of one photo together.
    private func merge(
        _ survey: TakeoutSurvey, _ stop: Interruption, into intake: inout RecordImporter
    ) throws {
        guard let catalog else { return }
        let pairs = survey.pairs
        var order: [(photo: RecordID, pair: Int)] = []
        for start in stride(from: 0, to: pairs.count, by: 1_024) {
            let range = start..<min(start + 1_024, pairs.count)
            let known = try catalog.identities(at: pairs[range].map(\.picture))
            for index in range {
                if let photo = known[pairs[index].picture] { order.append((photo, index)) }
            }
        }
        order.sort { ($0.photo, $0.pair) < ($1.photo, $1.pair) }
        var start = 0
        while start < order.count, !stop.isRequested {
            var end = min(start + RecordImporter.storiesAtOnce, order.count)
            while end < order.count, order[end].photo == order[end - 1].photo { end += 1 }
            let part = order[start..<end]
            let own = try catalog.records(of: Set(part.map(\.photo)))
            try intake.take(stories(part, survey, own, &intake))
            start = end
        }
    }

    private func stories(
        _ part: ArraySlice<(photo: RecordID, pair: Int)>, _ survey: TakeoutSurvey,
        _ own: [RecordID: PhotoRecord], _ intake: inout RecordImporter
    ) -> [IncomingRecord] {
        var albums: [RecordID: [String]] = [:]
        for (photo, pair) in part {
            guard let album = survey.album(of: survey.pairs[pair]),
                albums[photo]?.contains(album) != true
            else { continue }
            albums[photo, default: []].append(album)
        }
        var stories: [IncomingRecord] = []
        for (photo, index) in part {
            let pair = survey.pairs[index]
            guard let known = own[photo] else { continue }
            do {
                let file = try TakeoutFile(path: pair.sidecar)
                let picture = PathEncoding.legible(FileSystem.name(of: pair.picture))
                guard
                    var record = TakeoutStory.record(
                        of: file, picture: picture, albums: albums[photo] ?? [], besides: known)
                else { continue }
                record.id = photo
                let source = "takeout:" + PathEncoding.legible(FileSystem.name(of: pair.sidecar))
                stories.append(IncomingRecord(record: record, source: source))
            } catch {
                intake.note { $0.failures.append(error) }
            }
        }
        return stories
    }
}

extension ExternalImportReport {
    /// Adds what a Takeout holds.
    fileprivate mutating func add(_ survey: TakeoutSurvey) {
        photos = survey.pictures.count
        picturesAlone = survey.picturesAlone
        sidecarsAlone = survey.sidecarsAlone
        failures += survey.failures
        others = survey.videos
        trashed = survey.trashed
    }
}
