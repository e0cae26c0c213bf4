import ArgumentParser
import ExchangeFormats
import JSON
import OutputText
import PhotoCatalog
import PhotoRecord
import WhatIsThat

/// `wit export`
struct ExportVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the catalog's records out for other programs.",
        discussion: """
            Example: wit export --format jsonl > photos.jsonl
                     wit find kite --json | wit export - --format gpx > kites.gpx
                     wit export --format xmp --into sidecars

            All photos, or those that are named, in the order in which they were cataloged. \
            jsonl, csv and geojson take every photo; gpx and kml those that have a point, and \
            say on stderr how many have none. In csv what a spreadsheet would take for a formula, at \
            the start of a text or behind a comma, semicolon, bar or line break in it, gets an \
            apostrophe in front. Control characters and overrides of direction are escapes in \
            jsonl, geojson and xmp, and in no other format. xmp writes a sidecar a photo into the folder \
            --into, IMG_1.jpg.xmp for IMG_1.jpg, with what was said of the photo and not what was \
            looked up; “wit edit --write-sidecar” writes them beside the photos. Values that files \
            no longer say are written too, and counted on stderr.

            With --json, JSON Lines: the same as --format jsonl; with --format xmp an object a \
            sidecar: id, file, output.
            """)

    /// What can be written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// JSON Lines: one record a line.
        case jsonl
        case csv, geojson, gpx, kml
        /// A sidecar a photo, in a folder.
        case xmp

        /// The writer of this form; nil of one that is files in a folder.
        var writer: (any ExportFormat)? {
            switch self {
            case .jsonl: JSONLinesExport()
            case .csv: CSVExport()
            case .geojson: GeoJSONExport()
            case .gpx: GPXExport()
            case .kml: KMLExport()
            case .xmp: nil
            }
        }
    }

    @Argument(
        help: ArgumentHelp(
            "Paths, ids, or - for a list on stdin (default: all).", valueName: "photo"),
        completion: Completions.photos)
    var photos: [String] = []

    @Option(help: "The format.")
    var format: Format?

    @Option(
        help: ArgumentHelp("Where the sidecars of xmp go.", valueName: "folder"),
        completion: .directory)
    var into: String?

    @Flag(help: "Replace sidecars that are there.")
    var force = false

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        if format == .xmp {
            guard let into, !into.isEmpty else {
                throw ValidationError("--format xmp needs a folder for its files: --into")
            }
            return
        }
        if into != nil || force {
            throw ValidationError(
                "\(into == nil ? "--force" : "--into") goes with --format xmp; the others are written"
                    + " to stdout")
        }
        if speech.json, let format, format != .jsonl {
            throw ValidationError("--json prints JSON Lines, not \(format.rawValue): leave one out")
        }
        if !speech.json, format == nil {
            throw ValidationError("Missing expected argument '--format <format>'")
        }
    }

    func run() async throws {
        let catalog = try store.openToRead()
        let format = format ?? .jsonl
        var failures: [ItemFailure] = []
        var leftOut = 0
        var undecided = 0
        if var writer = format.writer {
            Output.export(writer.opening())
            try forEachRecord(in: catalog, &failures) { record in
                if record.isUndecided { undecided += 1 }
                if let text = writer.entry(of: record) { Output.export(text) } else { leftOut += 1 }
            }
            Output.export(writer.closing())
        } else {
            try writeSidecars(of: catalog, &failures, &undecided)
        }
        if undecided > 0, !speech.quiet {
            let photos = undecided == 1 ? "1 photo has" : "\(undecided) photos have"
            Output.complain(
                "wit: \(photos) values that files no longer say (until, in their provenance);"
                    + " “wit review --removals” decides")
        }
        if leftOut > 0, !speech.quiet {
            let photos =
                leftOut == 1
                ? "1 photo without a point is" : "\(leftOut) photos without a point are"
            Output.complain("wit: \(photos) not in the \(format.rawValue)")
        }
        for failure in failures { Output.complain("wit: \(failure)") }
        if !failures.isEmpty { throw ExitStatus.someFailed }
    }

    private func forEachRecord(
        in catalog: PhotoCatalog, _ failures: inout [ItemFailure],
        _ write: (PhotoRecord) -> Void
    ) throws {
        if photos.isEmpty {
            var all = PhotoQuery()
            all.order = .added
            try catalog.forEach(all) { write($0) }
        } else {
            let references = PhotoReferences.list(photos)
            for id in try references.resolved(in: catalog, failures: &failures) {
                if let record = try catalog.record(id) { write(record) }
            }
        }
    }

    private func writeSidecars(
        of catalog: PhotoCatalog, _ failures: inout [ItemFailure], _ undecided: inout Int
    ) throws {
        let folder = into ?? ""
        var export = try SidecarExport(into: folder, replacing: force)
        var refused: [ItemFailure] = []
        var count = 0
        try forEachRecord(in: catalog, &failures) { record in
            do throws(ItemFailure) {
                let path = try export.write(record)
                count += 1
                if record.isUndecided { undecided += 1 }
                guard speech.json else { return }
                var object: JSONObject = ["output": .string(path)]
                object["id"] = record.id.map { .string($0.text) }
                object["file"] = record.file.map(JSONValue.string)
                Output.json(.object(object))
            } catch {
                refused.append(error)
            }
        }
        failures += refused
        if !speech.json, !speech.quiet {
            let files = count == 1 ? "1 sidecar" : "\(count) sidecars"
            Output.line("\(folder): \(files) written.")
        }
    }
}

extension PhotoRecord {
    /// Whether something of it is said by no file any more, and nobody has decided yet.
    fileprivate var isUndecided: Bool { provenance.values.contains { $0.until != nil } }
}
