import ArgumentParser
import JSON
import OutputText
import WhatIsThat

/// `wit stroke export`
struct StrokeExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export learned strokes in the format that --words reads.",
        discussion: """
            Example: wit stroke export > strokes.jsonl
                     wit stroke export accept undo --output ours.jsonl

            The format is JSON Lines with or without --json; man wit-stroke describes it.
            """)

    @Argument(
        help: ArgumentHelp("The words (default: all).", valueName: "word"),
        completion: Completions.strokeWords)
    var chosen: [String] = []

    @Option(
        help: ArgumentHelp("Write to a file instead of stdout.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var store: StrokeWordsOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws { try requireNonEmpty(output, "--output") }

    func run() async throws {
        let export = ExportStrokes(chosen, of: store.file, into: output, replacing: force)
        let report = try await CtrlC.cancels { try await export.run() }
        for failure in report.failures { Output.complain(failure) }
        if output == nil { report.lines.forEach { Output.json($0) } }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }
}
