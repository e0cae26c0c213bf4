import ArgumentParser
import LearnedStrokes
import PhotoRecords
import WhatIsThat

/// `wit stroke list`
struct StrokeList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the learned words.",
        discussion: """
            Example: wit stroke list

            With --json, one word a line: word, use (name, keyword or command), strokes (how many \
            there are for it), cells (their paths through the nine cells of their box).
            """)

    @OptionGroup var store: StrokeWordsOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let listing = ListStrokes(store.file)
        let report = try await CtrlC.cancels { try await listing.run() }
        for failure in report.failures { Output.complain(failure) }
        for word in report.words {
            if speech.json {
                Output.json(word.json)
            } else {
                var line: ShownLine = "\(word.word)  "
                if let use = word.use { line += "\(use.rawValue) · " }
                line += "\(word.strokes.counted("stroke"))"
                Output.line(line + " · cells \(word.cells.joined(separator: ", "))")
            }
        }
        if !speech.json, !speech.quiet, report.words.isEmpty {
            Output.line("No words have been learned.")
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }
}
