import ArgumentParser
import JSON
import OutputText
import WhatIsThat

/// `wit stroke export`
struct StrokeExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write learned strokes as a file that --words reads.",
        discussion: """
            Example: wit stroke export > strokes.jsonl
                     wit stroke export accept undo --output ours.jsonl

            The form is JSON Lines with or without --json; man wit-stroke describes it.
            """)

    @Argument(
        help: ArgumentHelp("The words (default: all).", valueName: "word"),
        completion: Completions.strokeWords)
    var chosen: [String] = []

    @Option(
        help: ArgumentHelp("Write to a file instead of stdout.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup var store: StrokeWordsOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws { try requireNonEmpty(output, "--output") }

    func run() async throws {
        let file = try output.map { path throws(WitError) in
            try OutputFile(path, replacing: force)
        }
        let export = ExportStrokes(chosen, of: store.file)
        let report = try await CtrlC.cancels { try await export.run() }
        for failure in report.failures { Output.complain(failure) }
        if let file {
            try file.write(Array(report.lines.map { $0.text + "\n" }.joined().utf8))
        } else {
            for line in report.lines { Output.json(line) }
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }
}
