import ArgumentParser
import LearnedStrokes
import PhotoRecords
import RegionGeometry
import WhatIsThat

/// `wit stroke teach`
struct StrokeTeach: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "teach",
        abstract: "Teach a word from example strokes.",
        discussion: """
            Example: wit stroke teach kite strokes.jsonl --as keyword

            One stroke is enough; three to five, drawn naturally, are better. A word keeps the \
            last 16. A stroke drawn in the other direction, or on its side, is a different one.

            With --json: word, learned, kept, failures (item, code, reason).
            """)

    @Argument(
        help: ArgumentHelp("The word.", valueName: "word"), completion: Completions.strokeWords)
    var word: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "What the word is: a name, a keyword or a command.", valueName: "use"))
    var use: Use?

    @OptionGroup var input: StrokeInputArgument
    @OptionGroup var store: StrokeWordsOptions
    @OptionGroup var speech: SpeechOptions

    /// What a word may be.
    enum Use: String, CaseIterable, ExpressibleByArgument, Sendable {
        case name, keyword, command
    }

    func run() async throws {
        let teaching = TeachStroke(
            word, use: use.map { WordUse(rawValue: $0.rawValue) }, by: input.strokes,
            words: store.file)
        let report = try await CtrlC.cancels(endingAnyhow: { "wit: stopped; nothing was learned." })
        {
            try await teaching.run()
        }
        for failure in report.failures { Output.complain(failure) }
        if speech.json {
            Output.json(report.json)
        } else if !speech.quiet {
            Output.line(
                report.learned == 0
                    ? "No stroke for “\(report.word)” was learned."
                    : "“\(report.word)”: \(report.learned.counted("stroke")) learned; now "
                        + "there \(report.kept == 1 ? "is" : "are") \(report.kept).")
        }
        if !report.failures.isEmpty || report.learned == 0 { throw ExitStatus.someFailed }
    }
}
