import Foundation
import TestSupport
import Testing

/// The README's reference is what the program itself says.
@Suite struct ReferenceTests {
    private let wit = Program.wit.running(environment: ["COLUMNS": "80"])

    static let verbs = [
        "read", "catalog", "find", "show", "edit", "share", "outbox", "template", "inspect",
        "import", "fetch",
        "review", "undo", "export", "check",
    ]

    /// The verbs that verbs have, which the README tells of behind those.
    private static let inner = [
        "outbox": ["list", "send", "retry", "discard", "show"],
        "template": ["list", "show", "check"],
    ]

    /// What stands between the README's markers: every verb's own help.
    private func reference() throws -> String {
        let all = Self.verbs.flatMap { verb in
            [[verb]] + (Self.inner[verb] ?? []).map { [verb, $0] }
        }
        return try all.map { words in
            let verb = words.joined(separator: " ")
            let help = try wit(words + ["--help"])
            #expect(help.status == 0)
            let words = help.output.trimmingCharacters(in: .whitespacesAndNewlines)
            return "### wit \(verb)\n\n```text\n\(words)\n```"
        }.joined(separator: "\n\n")
    }

    @Test func `the README has every verb's help, word for word`() throws {
        let file = Checkout.root.appending(path: "README.md")
        let readme = try String(contentsOf: file, encoding: .utf8)
        let begin = "<!-- verbs -->\n"
        let end = "\n<!-- /verbs -->"
        let start = try #require(readme.range(of: begin)?.upperBound)
        let stop = try #require(readme.range(of: end, range: start..<readme.endIndex)?.lowerBound)
        let due = try reference()
        guard readme[start..<stop] != due else { return }
        if ProcessInfo.processInfo.environment["WIT_RECORD"] != nil {
            try readme.replacingCharacters(in: start..<stop, with: due)
                .write(to: file, atomically: true, encoding: .utf8)
        }
        Issue.record("The README's reference differs; WIT_RECORD=1 writes it anew.")
    }

    @Test(arguments: verbs)
    func `every verb's help has an example`(verb: String) throws {
        let words = verb.split(separator: " ").map(String.init)
        let help = try Program.wit(words + ["--help"]).output
        #expect(help.contains("Example: "))
    }

    @Test func `the exit status of help and version is 0`() throws {
        #expect(try Program.wit(["--help"]).status == 0)
        #expect(try Program.wit(["--version"]).output.contains("."))
    }
}
