import ArgumentParser
import LearnedStrokes
import OutputText
import WhatIsThat

/// Which file of learned strokes a command works on.
struct StrokeWordsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The learned strokes (default: wit/strokes.jsonl in the XDG data folder, which begins "
                + "with the built-in ones).", valueName: "file"), completion: .file())
    var words: String?

    func validate() throws { try requireNonEmpty(words, "--words") }

    /// The file.
    var file: StrokeFile { StrokeFile(given: words, environment: ProcessEnvironment.all) }
}

/// Where a command's strokes come from.
struct StrokeInputArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Strokes as JSON Lines; - for stdin.", valueName: "file"),
        completion: .file())
    var input: String

    func validate() throws { try requireNonEmpty(input, "<file>") }

    /// The input.
    var strokes: StrokeInput { Self.input(input) }

    /// The input that a path or - names.
    static func input(_ text: String) -> StrokeInput {
        text == "-" ? .descriptor(0, name: "stdin") : .file(absolutePath(text))
    }
}
