import ArgumentParser
import CatalogDatabase
import ExchangeFormats
import JSON
import OutputText
import PhotoRecords
import WhatIsThat

/// `wit export`
struct ExportVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the catalog's records for other programs.",
        discussion: """
            Example: wit export --format jsonl > photos.jsonl
                     wit find kite --json | wit export - --format gpx > kites.gpx
                     wit export --format xmp --into sidecars

            All photos, or the named ones, in the order in which they were cataloged. jsonl, csv \
            and geojson have every photo; gpx and kml only those with coordinates, annotations \
            (the regions, as W3C Web Annotations) only those with regions, and stderr says how \
            many have none. In csv anything that a spreadsheet would take for a \
            formula, at the start of a text or after a comma, semicolon, bar or line break in \
            it, is prefixed with an apostrophe. Control characters and direction overrides \
            appear as escapes in jsonl, geojson and xmp, and not at all in the other formats. \
            xmp writes one sidecar per photo into the folder --into, IMG_1.jpg.xmp for \
            IMG_1.jpg, with what is recorded about the photo but not what was looked up; “wit \
            edit --write-sidecar” writes them beside the photos. Values that files no longer \
            have are written too, and counted on stderr.

            With --json, JSON Lines: the same as --format jsonl; with --format xmp one object \
            per sidecar: id, file, output.
            """)

    /// What can be written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// JSON Lines: one record a line.
        case jsonl
        case csv, geojson, gpx, kml
        /// Regions as W3C Web Annotations.
        case annotations
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
            case .annotations: AnnotationExport()
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
        help: ArgumentHelp("The folder for XMP sidecars.", valueName: "folder"),
        completion: .directory)
    var into: String?

    @Flag(help: "Replace existing sidecars.")
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
                "\(into == nil ? "--force" : "--into") needs --format xmp; others are written"
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
        let selection =
            photos.isEmpty
            ? nil : PhotoReferences.list(photos).selection
        let form =
            format.writer.map { ExportPhotos.Form.text($0, to: { Output.export($0) }) }
            ?? .sidecars(into: into ?? "", replacing: force)
        let export = ExportPhotos(selection, as: form, from: catalog)
        let isJSON = speech.json
        let report = try await CtrlC.cancels(endingAnyhow: { "wit: stopped." }) {
            try await export.run { progress in
                if isJSON, case .item(let sidecar) = progress.event { Output.json(sidecar.json) }
            }
        }
        if format == .xmp, !speech.json, !speech.quiet {
            let files = report.written == 1 ? "1 sidecar" : "\(report.written) sidecars"
            Output.line("\(into ?? ""): \(files) written.")
        }
        if !speech.quiet { say(report, format) }
        for failure in report.failures { Output.complain(failure) }
        if report.wasInterrupted {
            throw Interrupted(said: "wit: stopped after \(report.written.counted("photo")).")
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }

    private func say(_ report: ExportPhotos.Report, _ format: Format) {
        if report.undecided > 0 {
            let photos = report.undecided == 1 ? "1 photo has" : "\(report.undecided) photos have"
            Output.complain(
                "wit: \(photos) values that their files no longer have (see “until” in their "
                    + "provenance);"
                    + " decide with “wit review --removals”")
        }
        if report.leftOut > 0 {
            let lack = format == .annotations ? "a region" : "coordinates"
            let photos =
                report.leftOut == 1
                ? "1 photo without \(lack) is" : "\(report.leftOut) photos without \(lack) are"
            Output.complain("wit: \(photos) not in the \(format.rawValue)")
        }
    }
}
