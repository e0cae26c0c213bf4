import ArgumentParser
import PhotoCatalog
import PhotoRecord
import WhatIsThat

/// `wit export`
struct ExportVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the catalog's records out.",
        discussion: """
            Example: wit export --format jsonl > photos.jsonl
                     wit find kite --json | wit export - --format jsonl

            All photos, or those that are named, in the order in which they were cataloged; one \
            record a line, with --json and without.
            """)

    /// What can be written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// JSON Lines: one record a line.
        case jsonl
    }

    @Argument(
        help: ArgumentHelp(
            "Paths, ids, or - for a list on stdin (default: all).", valueName: "photo"))
    var photos: [String] = []

    @Option(help: "The format: jsonl.")
    var format: Format

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let catalog = try store.openToRead()
        guard !photos.isEmpty else {
            var all = PhotoQuery()
            all.order = .added
            try catalog.forEach(all) { Output.json($0.json) }
            return
        }
        var failures: [ItemFailure] = []
        let references = PhotoReferences.list(photos)
        for id in try references.resolved(in: catalog, failures: &failures) {
            if let record = try catalog.record(id) { Output.json(record.json) }
        }
        for failure in failures { Output.complain("wit: \(failure)") }
        if !failures.isEmpty { throw ExitStatus.someFailed }
    }
}
