import MIMEMessage
import Testing

@Suite struct FlowedTextTests {
    @Test(arguments: [
        ("a \nb\n", "a b\n"), ("a\nb\n", "a\nb\n"), ("> a \n> b\nc", "> a b\nc"),
        ("> a \nb", "> a \nb"), (" From x\n", "From x\n"), ("  x\n", " x\n"),
        ("a\n-- \nb", "a\n-- \nb"), ("a \n-- \nb", "a \n-- \nb"), ("a \r\nb\r\n", "a b\n"),
    ])
    func `lines that flow are joined`(folded: String, text: String) {
        #expect(FlowedText.unfold(folded) == text)
    }

    @Test func `DelSp deletes the space`() {
        #expect(FlowedText.unfold("写 \n真\n", deletesSpace: true) == "写真\n")
    }

    @Test(arguments: [
        "", "short", "a\n\nb\n", "> not quoted", " indented", "From here to there", "-- \nme",
        String(repeating: "The red kite above the barn. ", count: 20) + "End",
        String(repeating: "x", count: 200), "one " + String(repeating: "y", count: 100) + " two",
    ])
    func `what is folded unfolds to itself`(text: String) {
        let folded = FlowedText.fold(text)
        // A line that begins with `>` reads as quoted, whoever wrote it stuffed or not.
        if !text.hasPrefix(">") { #expect(FlowedText.unfold(folded) == text) }
        for line in folded.split(separator: "\n") where line.contains(" ") {
            #expect(line.count <= 110)
        }
    }
}
