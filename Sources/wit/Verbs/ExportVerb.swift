import ArgumentParser
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

            All photos, or those that are named, in the order in which they were cataloged. \
            jsonl, csv and geojson take every photo; gpx and kml those that have a point, and \
            say on stderr how many have none. In csv a text that a spreadsheet would take for a \
            formula gets an apostrophe in front.

            With --json, JSON Lines: the same as --format jsonl.
            """)

    /// What can be written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// JSON Lines: one record a line.
        case jsonl
        case csv, geojson, gpx, kml

        /// The writer of this form.
        var writer: any ExportFormat {
            switch self {
            case .jsonl: JSONLinesExport()
            case .csv: CSVExport()
            case .geojson: GeoJSONExport()
            case .gpx: GPXExport()
            case .kml: KMLExport()
            }
        }
    }

    @Argument(
        help: ArgumentHelp(
            "Paths, ids, or - for a list on stdin (default: all).", valueName: "photo"))
    var photos: [String] = []

    @Option(help: "The format.")
    var format: Format?

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
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
        var writer = format.writer
        var failures: [ItemFailure] = []
        var leftOut = 0
        func write(_ record: PhotoRecord) {
            if let text = writer.entry(of: record) { Output.text(text) } else { leftOut += 1 }
        }
        Output.text(writer.opening())
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
        Output.text(writer.closing())
        if leftOut > 0, !speech.quiet {
            let photos =
                leftOut == 1
                ? "1 photo without a point is" : "\(leftOut) photos without a point are"
            Output.complain("wit: \(photos) not in the \(format.rawValue)")
        }
        for failure in failures { Output.complain("wit: \(failure)") }
        if !failures.isEmpty { throw ExitStatus.someFailed }
    }
}
