import Foundation
import TestSupport
import Testing

/// What every verb's help has.
@Suite struct ReferenceTests {
    static let verbs = [
        "read", "catalog", "find", "show", "edit", "region", "hit", "share", "outbox", "template",
        "inspect",
        "import", "fetch",
        "review", "ask", "questions", "undo", "export", "check", "stroke",
    ]

    /// The verbs, and those that verbs have.
    static let commands = verbs.flatMap { verb in
        [[verb]] + (inner[verb] ?? []).map { [verb, $0] }
    }

    private static let inner = [
        "outbox": ["list", "send", "retry", "discard", "show"],
        "questions": [
            "list", "show", "comment", "due", "settle", "withdraw", "reopen", "remind",
        ],
        "template": ["list", "show", "check"],
        "region": ["list", "add", "edit", "remove", "import"],
        "stroke": ["recognise", "teach", "list", "export", "forget"],
    ]

    @Test(arguments: commands)
    func `every verb's help has an example`(words: [String]) throws {
        let help = try Program.wit(words + ["--help"]).output
        #expect(help.contains("Example: "))
    }

    @Test func `the exit status of help and version is 0`() throws {
        #expect(try Program.wit(["--help"]).status == 0)
        #expect(try Program.wit(["--version"]).output.contains("."))
    }
}
