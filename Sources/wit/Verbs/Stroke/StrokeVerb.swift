import ArgumentParser

/// `wit stroke recognise|teach|list|export|forget`
struct StrokeVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stroke",
        abstract: "Recognise drawn strokes, and teach new words.",
        discussion: """
            Example: wit stroke recognise strokes.jsonl
                     wit stroke teach kite strokes.jsonl --as keyword
                     wit stroke list

            A stroke is what a mouse, finger or pen draws without being lifted. A rough circle is an \
            ellipse, any other closed line an outline, an open line a word, if it is like one \
            that was learned; a speck is a tap, a short straight line a swipe.

            Strokes come as JSON Lines, one a line: {"points": [[x, y, milliseconds], …]}, in screen \
            pixels with y downwards. The milliseconds may be missing.
            """,
        subcommands: [
            StrokeRecognise.self, StrokeTeach.self, StrokeList.self, StrokeExport.self,
            StrokeForget.self,
        ])
}
