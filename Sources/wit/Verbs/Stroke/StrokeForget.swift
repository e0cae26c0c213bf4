import ArgumentParser
import PhotoRecords
import WhatIsThat

/// `wit stroke forget`
struct StrokeForget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget words with all their strokes.",
        discussion: """
            Example: wit stroke forget kite

            Built-in words can be forgotten, too; “wit stroke export” saves a copy.

            With --json: words, strokes (how many were forgotten), failures (item, code, reason).
            """)

    @Argument(
        help: ArgumentHelp("The words.", valueName: "word"), completion: Completions.strokeWords)
    var forgotten: [String]

    @OptionGroup var store: StrokeWordsOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let forgetting = ForgetStrokes(forgotten, of: store.file)
        let report = try await CtrlC.cancels { try await forgetting.run() }
        for failure in report.failures { Output.complain(failure) }
        if speech.json {
            Output.json(report.json)
        } else if !speech.quiet {
            Output.line(
                "Forgotten: \(report.words.counted("word")), \(report.strokes.counted("stroke")).")
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }
}
