import CatalogDatabase
import ExchangeFormats
import Files
import Foundation
import JSON
import OutputText
import PhotoRecords

/// Imports regions of photos from a file of annotations of the Web Annotation Data Model.
///
/// A region that a photo already has, by its id or its shape and name, is not added again: imported
/// twice, a file changes nothing. One that has the id of a region and says something else changes
/// nothing either; it is counted.
public struct ImportAnnotations: Sendable {
    /// What was imported.
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
        /// Annotations that could not be imported.
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
    public static let maximumBytes = 256 << 20

    private let bytes: @Sendable () throws -> [UInt8]
    private let name: String
    private let folder: String
    private let catalog: PhotoCatalog
    private let memory: Int?

    /// Gets ready to take in what a file has.
    ///
    /// - Parameters:
    ///   - path: The file; a relative path counts from the current folder.
    ///   - name: What it is called in an error, and in the regions' provenance; nil for the path.
    ///   - folder: The folder that relative paths of pictures count from.
    ///   - decoderMemory: How much memory, in bytes, decoding a mask may take; nil for as much as is
    ///     usual.
    public init(
        contentsOf path: String, named name: String? = nil, from folder: String,
        into catalog: PhotoCatalog, decoderMemory: Int? = nil
    ) {
        let name = name ?? path
        self.init(
            {
                do throws(SystemError) {
                    return try FileSystem.contents(
                        of: absolutePath(path), limit: Self.maximumBytes + 1)
                } catch {
                    throw WitError(
                        item: name, code: .unreadable, reason: "can't be read: \(error.reason)")
                }
            }, named: name, from: folder, into: catalog, decoderMemory: decoderMemory)
    }

    /// Gets ready to take in what is read in another way.
    ///
    /// - Parameters:
    ///   - bytes: Reads the annotations.
    ///   - name: What the file is called in an error, and in the regions' provenance.
    ///   - folder: The folder that relative paths of pictures count from.
    ///   - decoderMemory: How much memory, in bytes, decoding a mask may take; nil for as much as is
    ///     usual.
    public init(
        _ bytes: @escaping @Sendable () throws -> [UInt8], named name: String,
        from folder: String, into catalog: PhotoCatalog, decoderMemory: Int? = nil
    ) {
        self.bytes = bytes
        self.name = name
        self.folder = folder
        self.catalog = catalog
        memory = decoderMemory
    }

    /// Imports them, as one change.
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
        guard bytes.count <= Self.maximumBytes else {
            throw fault("larger than \(Self.maximumBytes >> 20) MB")
        }
        let json: JSONValue
        do { json = try JSONValue(parsingForeign: bytes) } catch {
            throw fault("not JSON: \(WitError(error).message)")
        }
        guard let annotations = RegionAnnotation.all(in: json) else {
            throw fault("no annotations: neither an annotation, a list, a page nor a collection")
        }
        var report = Report(annotations: annotations.count)
        var photos: [RecordID: Photo] = [:]
        for annotation in annotations {
            if stop.isRequested {
                report.wasInterrupted = true
                return report
            }
            do throws(WitError) {
                let id = try photo(of: annotation)
                if photos[id] == nil {
                    photos[id] = try catalog.record(id).map { Photo($0, memory: memory) }
                }
                try photos[id]?.take(annotation, from: name, &report)
            } catch {
                report.failures.append(error)
            }
        }
        let changed = photos.filter(\.value.isChanged)
        let edits = changed.sorted { $0.key < $1.key }.map { id, photo in
            PhotoEdit(id, .set(.regions, .array(photo.regions.regions.map(\.json))))
        }
        guard !edits.isEmpty else { return report }
        let summary =
            "import \(report.added.counted("region")) of \(edits.count.counted("photo"))"
        report.change = try catalog.edit(
            edits, summary: summary, source: "annotation:\(FileSystem.name(of: name))")
        return report
    }

    private func photo(of annotation: RegionAnnotation) throws(WitError) -> RecordID {
        do throws(WitError) {
            return try catalog.resolve(annotation.photo, in: folder)
        } catch {
            guard error.code == .noSuchPhoto || error.code == .ambiguous else { throw error }
            throw WitError(
                item: "\(name), \(annotation.name)", code: error.code,
                reason: "no photo in the catalog is “\(annotation.photo.prefix(200))”")
        }
    }

    private func fault(_ reason: String) -> WitError {
        WitError(item: name, code: .notUnderstood, reason: reason)
    }
}

/// A photo that regions are taken in for.
private struct Photo {
    private let image: ImageFacts?
    private var check: ForeignShapeCheck
    private(set) var regions: GrowingRegions
    /// Whether it got a region.
    private(set) var isChanged = false

    init(_ record: PhotoRecord, memory: Int?) {
        image = record.image
        regions = GrowingRegions(record.regions)
        check = ForeignShapeCheck(memory: memory)
    }

    /// Adds the region of an annotation, where it is not there yet.
    ///
    /// - Throws: `WitError` that names the annotation, where it has no shape that a region may have, or
    ///   there is no room.
    mutating func take(
        _ annotation: RegionAnnotation, from file: String,
        _ report: inout ImportAnnotations.Report
    ) throws(WitError) {
        let name = "\(file), \(annotation.name)"
        guard var region = annotation.region(on: image) else {
            throw WitError(
                item: name, code: .shapeInvalid, reason: "an unsupported shape")
        }
        if isThere(region, &report) { return }
        guard regions.count < RegionEdit.maximumRegions else {
            throw WitError(
                item: name, code: .tooManyRegions,
                reason: "the photo has \(RegionEdit.maximumRegions) regions already")
        }
        let shape = try check.checked(region.shape, named: name)
        if shape != region.shape {
            region.shape = shape
            if isThere(region, &report) { return }
        }
        region.id = region.id ?? RecordID().text
        regions.add(region)
        isChanged = true
        report.added += 1
    }

    private func isThere(_ region: Region, _ report: inout ImportAnnotations.Report) -> Bool {
        switch regions.presence(of: region) {
        case .new: return false
        case .same: report.known += 1
        case .differing: report.differing += 1
        }
        return true
    }
}
