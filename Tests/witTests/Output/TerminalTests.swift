import Foundation
import TestSupport
import Testing

@testable import wit

@Suite struct TerminalTests {
    @Test func `only the program's own words may steer a terminal`() {
        let foreign = "a\u{1B}[31m\u{202E}b\nc"
        #expect(ShownLine(foreign).text == "a [31mb c")
        #expect(("\u{1B}[1m\(foreign)" as ShownLine).text == "\u{1B}[1ma [31mb c")
        #expect(ShownLine(lines: foreign).text == "a [31mb\nc")
        #expect(("\(7) \(ShownLine(foreign).bold)" as ShownLine).text == "7 a [31mb c")
        #expect(["a", ShownLine(foreign)].joined(separator: "\n").text == "a\na [31mb c")
    }

    @Test func `octets of a path that are not UTF-8 are shown by their numbers`() {
        let path = "caf\u{EFE9}"
        #expect(ShownLine(path).text == #"caf\xE9"#)
    }

    @Test func `nothing is coloured where stdout is no terminal`() throws {
        let photo = Checkout.fixtures.path + "/photos/bird.jpg"
        let outcome = try Program.wit.running(environment: ["TERM": "xterm"])(["read", photo])
        #expect(!outcome.bytes.contains(0x1B))
        #expect(outcome.errors.isEmpty)
    }

    /// What names stdout and stderr beside that place: the bar and the parser's help, which are the
    /// program's own words, and what keeps a mail program's from them.
    @Test func `nothing goes to a terminal but through the one place that makes it harmless`()
        throws
    {
        let sources = Checkout.root.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        let writing =
            #"(?m)^(?!\s*//)(.*[^.\w])?((print|debugPrint|dump|puts|fputs|NSLog)\(|FileHandle\.standard(Output|Error))"#
        var found: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            if text.range(of: writing, options: .regularExpression) != nil {
                found.insert(file.lastPathComponent)
            }
        }
        let known: Set = [
            "ProgressBar.swift", "ExitStatus.swift", "DraftFile.swift", "PictureDecoding.swift",
        ]
        #expect(found.subtracting(known).isEmpty)
        #expect(found.contains("ProgressBar.swift"))
    }
}
