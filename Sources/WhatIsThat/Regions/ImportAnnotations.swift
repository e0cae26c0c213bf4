import CatalogDatabase
import ExchangeFormats
import Files
import Foundation
import JSON
import OutputText
import PhotoRecords

/// Takes in regions of photos that stand in a file as annotations of the Web Annotation Data Model.
///
/// A region that a photo has already, by its id or by its shape and name, is not added again: taken in
/// twice, a file changes nothing. One that has the id of a region and says something else changes
/// nothing either; it is counted.
public struct ImportAnnotations: Sendable {
    /// What was taken in.
    public struct Report: JSONReport {
        /// How many annotations of parts of pictures the file has.
        public var annotations = 0
        /// How many regions were added.
        public var added = 0
        /// How many were there already.
        public var known = 0
        /// How many have the id of a region that is another one by now.
        public var differing = 0
        /// The change of the catalog; nil where nothing was added.
        public var change: Change?
        /// Annotations that could not be taken in.
        public var failures: [WitError] = []
        /// Whether the task was cancelled before the end: nothing was added then.
        public var wasInterrupted = false

        /// `annotations`, `added`, `known`, `differing`, `change`, `failures` and `interrupted`.
        public var json: JSONValue {
            var object: JSONObject = [
                "annotations": .count(annotations), "added": .count(added),
                "known": .count(known), "differing": .count(differing),
                "failures": .array(failures.map(\.json)), "interrupted": .bool(wasInterrupted),
            ]
            object["change"] = change?.json
            return .object(object)
        }
    }

    /// The most bytes of a file.
    public static let bytesAtMost = 256 << 20

    private let bytes: @Sendable () throws -> [UInt8]
    private let name: String
    private let folder: String
    private let catalog: PhotoCatalog

    /// Gets ready to take them in.
    ///
    /// - Parameters:
    ///   - bytes: Reads the file.
    ///   - name: What the file is called in an error, and in the regions' provenance.
    ///   - folder: The folder that relative paths of pictures count from.
    public init(
        _ bytes: @escaping @Sendable () throws -> [UInt8], named name: String,
        from folder: String, into catalog: PhotoCatalog
    ) {
        self.bytes = bytes
        self.name = name
        self.folder = folder
        self.catalog = catalog
    }

    /// Takes them in, as one change.
    ///
    /// - Throws: `WitError` where the file cannot be read or holds no annotations, and where the catalog
    ///   cannot be written.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in try take(stop) }
    }

    private func take(_ stop: Interruption) throws -> Report {
        let bytes = try bytes()
        guard bytes.count <= Self.bytesAtMost else {
            throw fault("larger than \(Self.bytesAtMost >> 20) MB")
        }
        let json: JSONValue
        do { json = try JSONValue(parsingForeign: bytes) } catch {
            throw fault("not JSON: \(WitError(error).message)")
        }
        guard let annotations = RegionAnnotation.all(in: json) else {
            throw fault("no annotations: neither an annotation, a list, a page nor a collection")
        }
        var report = Report(annotations: annotations.count)
        var records: [RecordID: PhotoRecord] = [:]
        var changed: Set<RecordID> = []
        for annotation in annotations {
            if stop.isRequested {
                report.wasInterrupted = true
                return report
            }
            do throws(WitError) {
                let id = try photo(of: annotation)
                if records[id] == nil { records[id] = try catalog.record(id) }
                guard var record = records[id] else { continue }
                guard let region = annotation.region(on: record.image) else {
                    throw failure(
                        annotation, .shapeImpossible, "no shape that is understood here")
                }
                guard add(region, to: &record, &report) else { continue }
                guard record.regions.count <= RegionEdit.mostRegions else {
                    throw failure(
                        annotation, .tooManyRegions,
                        "the photo has \(RegionEdit.mostRegions) regions already")
                }
                records[id] = record
                changed.insert(id)
                report.added += 1
            } catch {
                report.failures.append(error)
            }
        }
        let edits = changed.sorted().map { id in
            PhotoEdit(id, .set(.regions, .array((records[id]?.regions ?? []).map(\.json))))
        }
        guard !edits.isEmpty else { return report }
        let summary =
            "import \(report.added.counted("region")) of \(edits.count.counted("photo"))"
        report.change = try catalog.edit(
            edits, summary: summary, source: "annotation:\(FileSystem.name(of: name))")
        return report
    }

    /// Adds a region that is not there yet; answers whether it was.
    private func add(
        _ region: Region, to record: inout PhotoRecord, _ report: inout Report
    ) -> Bool {
        let same = record.regions.first { other in
            region.id.map { $0 == other.id } == true
                || region.shape == other.shape && region.name == other.name
        }
        guard let same else {
            var order = RegionOrder(record.regions)
            var region = region
            region.id = region.id ?? RecordID().text
            order.add(region, nil)
            record.regions = order.regions
            return true
        }
        let isSame = same.shape == region.shape && same.name == region.name
        if isSame { report.known += 1 } else { report.differing += 1 }
        return false
    }

    private func photo(of annotation: RegionAnnotation) throws(WitError) -> RecordID {
        do throws(WitError) {
            return try catalog.resolve(annotation.photo, in: folder)
        } catch {
            guard error.code == .noSuchPhoto || error.code == .ambiguous else { throw error }
            throw failure(
                annotation, error.code,
                "no photo in the catalog is “\(annotation.photo.prefix(200))”")
        }
    }

    private func failure(
        _ annotation: RegionAnnotation, _ code: WitError.Code, _ reason: String
    ) -> WitError {
        WitError(item: "\(name), \(annotation.name)", code: code, reason: reason)
    }

    private func fault(_ reason: String) -> WitError {
        WitError(item: name, code: .notUnderstood, reason: reason)
    }
}
