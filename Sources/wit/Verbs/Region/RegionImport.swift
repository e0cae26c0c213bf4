import ArgumentParser
import CatalogDatabase
import Files
import OutputText
import PhotoRecords
import WhatIsThat

/// `wit region import`
struct RegionImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add regions from W3C Web Annotations.",
        discussion: """
            Example: wit region import annotations.jsonld
                     wit export --format annotations | wit region import - --catalog other.sqlite

            An annotation, a list of them, an annotation page or a collection with its first \
            page. A photo is found by its id (urn:uuid:…) or its path; a region's shape by \
            xywh=percent or an SVG rectangle, circle, ellipse, polygon, path of straight lines or \
            PNG. Regions that a photo already has are not added again. “wit undo” reverts the \
            import.

            With --json: annotations, added, known, differing (those whose id is that of another \
            region by now), change (for undo), failures (item, code, reason).
            """)

    @Argument(
        help: ArgumentHelp("A JSON file, or - for stdin.", valueName: "file"),
        completion: .file())
    var file: String

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws { try requireNonEmpty(file, "<file>") }

    func run() async throws {
        let isStdin = file == "-"
        let reading = ImportAnnotations(
            contentsOf: isStdin ? "/dev/stdin" : file, named: isStdin ? "stdin" : nil,
            from: FileSystem.currentFolder, into: try store.open(),
            decoderMemory: try Settings(given: nil, environment: ProcessEnvironment.all)
                .mailLimits.decoderBytes)
        let report = try await CtrlC.cancels { try await reading.run() }
        for failure in report.failures { Output.complain(failure) }
        if report.wasInterrupted { throw Interrupted(said: "Stopped; nothing was added.") }
        if speech.json {
            Output.json(report.json)
        } else if !speech.quiet {
            Output.line("\(report.added.counted("region")) added, \(report.known) already known.")
            if report.differing > 0 {
                Output.line("\(report.differing.counted("region")) left unchanged.")
            }
            if let change = report.change {
                Output.line("Change \(change.number): \(change.summary). “wit undo” reverts it.")
            }
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }
}
