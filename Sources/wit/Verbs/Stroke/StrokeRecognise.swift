import ArgumentParser
import PhotoRecords
import RegionGeometry
import WhatIsThat

/// `wit stroke recognise`
struct StrokeRecognise: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recognise",
        abstract: "Recognise strokes.",
        discussion: """
            Example: wit stroke recognise strokes.jsonl
                     wit stroke recognise - --json < strokes.jsonl

            A closed stroke keeps its kind, and has a word too if it resembles a learned one. A \
            line that is not a stroke is reported; the others are processed.

            With --json, one stroke a line: line (its number), kind (ellipse, outline, word, tap or \
            swipe), shape (as of a region, in screen pixels), cells (the path over the 9 cells of \
            its box), word, score (0 to 1) and use of the word, alternatives (word, score). Absent \
            where there is none.
            """)

    @OptionGroup var input: StrokeInputArgument
    @OptionGroup var store: StrokeWordsOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let recognition = RecognizeStrokes(input.strokes, words: store.file)
        let isJSON = speech.json
        let report = try await CtrlC.cancels(endingAnyhow: { "wit: stopped." }) {
            try await recognition.run { progress in
                switch progress.event {
                case .item(let stroke as RecognizedStroke):
                    if isJSON {
                        Output.json(stroke.json)
                    } else {
                        Output.line("\(stroke.line)  " + StrokeWords(stroke).line)
                    }
                case .failed(let failure): Output.complain(failure)
                case .notice(let notice): Output.complain("wit: \(notice)")
                default: break
                }
            }
        }
        if report.wasInterrupted {
            throw Interrupted(
                said: "wit: stopped after \(report.strokes.counted("stroke")).")
        }
        if report.failed > 0 { throw ExitStatus.someFailed }
    }
}
