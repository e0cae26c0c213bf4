import Foundation
import TestSupport
import Testing

/// The commands of the README's tour do what it says.
@Suite struct ReadmeTourTests {
    /// A command of the README and what stands below it.
    struct Step {
        var command: String
        /// What it prints, line by line; `…` stands for any words of a line, alone for any lines.
        var shown: [String] = []
    }

    /// The commands of a section of the README, the lines after a `$` in its blocks for the terminal.
    ///
    /// - Parameter title: The section's; nil for what stands above the first one.
    static func steps(inSection title: String?) throws -> [Step] {
        let readme = try String(
            contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
        let sections = readme.components(separatedBy: "\n## ")
        let named = title.map { title in sections.first { $0.hasPrefix(title + "\n") } }
        let section = try #require(named ?? sections.first)
        var steps: [Step] = []
        for block in section.components(separatedBy: "```console\n").dropFirst() {
            for line in block.components(separatedBy: "```")[0].split(separator: "\n") {
                if line.hasPrefix("$ ") {
                    steps.append(Step(command: String(line.dropFirst(2))))
                } else if let last = steps.indices.last {
                    steps[last].shown.append(String(line))
                }
            }
        }
        return steps
    }

    /// Whether lines are what the README shows of them.
    static func isShown(_ lines: some Collection<String>, as shown: some Collection<String>) -> Bool
    {
        guard let first = shown.first else { return lines.isEmpty }
        let rest = shown.dropFirst()
        if first == "…" {
            return (0...lines.count).contains { isShown(lines.dropFirst($0), as: rest) }
        }
        guard let line = lines.first,
            matches(line[...], first.split(separator: "…", omittingEmptySubsequences: false))
        else { return false }
        return isShown(lines.dropFirst(), as: rest)
    }

    /// Whether a line is made of these parts with any words between them.
    private static func matches(_ line: Substring, _ parts: [Substring]) -> Bool {
        guard let first = parts.first, let last = parts.last else { return line.isEmpty }
        if parts.count == 1 { return line == first }
        guard line.hasPrefix(first), line.hasSuffix(last), line.count >= first.count + last.count
        else { return false }
        var rest = line.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }

    @Test
    func `the README's tour runs from its first command to its last and prints what it shows`()
        throws
    {
        let steps = try Self.steps(inSection: "A tour in five minutes")
        #expect(steps.count >= 15)
        #expect(Set(steps.map(\.command).map { $0.prefix(7) }).contains("wit ask"))
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: Checkout.fixtures, to: folder.url.appending(path: "Fixtures"))
        try Self.run(steps, in: folder)
        let hers = Program.wit.running(
            environment: ["WIT_CATALOG": folder.path("anna.sqlite")])
        #expect(try hers(["find", "lighthouse"]).output.contains("The old lighthouse"))
    }

    @Test func `the README's first screen shows what its commands print`() throws {
        let steps = try Self.steps(inSection: nil)
        #expect(steps.count == 2)
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/lighthouse.jpg"),
            to: folder.url.appending(path: "lighthouse.jpg"))
        try Self.run(steps, in: folder)
    }

    /// Runs commands, and expects of each that it prints what is shown below it. What is run “on Anna's
    /// computer” has a catalog of its own.
    private static func run(_ steps: [Step], in folder: TemporaryFolder) throws {
        let tools = URL(filePath: Program.wit.path).deletingLastPathComponent().path
        for step in steps {
            let command = step.command
            let isHers = command.hasSuffix("# on Anna's computer")
            let shell = try #require(Program.installed("sh")).running(
                in: folder.url.path,
                environment: [
                    "PATH": tools + ":/usr/bin:/bin", "WIT_CATALOG": "", "LC_ALL": "C.UTF-8",
                    "XDG_DATA_HOME": folder.path(isHers ? "hers" : "data"),
                ])
            #expect(command.hasPrefix("wit "), "\(command)")
            let outcome = try shell(["-c", command])
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
            #expect(outcome.errors.isEmpty, "\(command): \(outcome.errors)")
            #expect(!outcome.output.isEmpty, "\(command)")
            #expect(!step.shown.isEmpty, "\(command)")
            #expect(
                isShown(outcome.lines, as: step.shown), "\(command):\n\(outcome.output)")
        }
    }

    @Test func `the README is short`() throws {
        let readme = try String(
            contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 251)
    }

    @Test func `what the README shows of an output is held against all of it`() {
        func isShown(_ output: String, as shown: String) -> Bool {
            Self.isShown(
                output.split(separator: "\n").map(String.init),
                as: shown.split(separator: "\n").map(String.init))
        }
        #expect(isShown("a 12 kB\nb\nc", as: "a … kB\nb\nc"))
        #expect(isShown("a\nb\nc", as: "a\n…"))
        #expect(isShown("a\nb\nc", as: "…\nc"))
        #expect(isShown("/tmp/x/photo.jpg", as: "…/photo.jpg"))
        #expect(!isShown("a\nb", as: "a"))
        #expect(!isShown("a", as: "a\nb"))
        #expect(!isShown("a 12 kB", as: "a … MB"))
        #expect(!isShown("ab", as: "ab…b"))
    }

    @Test(arguments: ReferenceTests.verbs)
    func `the examples in a verb's help are used as the verb is`(verb: String) throws {
        let words = verb.split(separator: " ").map(String.init) + ["--help"]
        let help = try Program.wit.running(environment: ["COLUMNS": "200"])(words).output
        let examples = help.split(separator: "\n").filter { $0.contains("wit ") }
            .filter { $0.hasPrefix("Example:") || $0.hasPrefix("         ") }
        #expect(!examples.isEmpty)
        // The photos and mails of the examples are nowhere: that is no wrong use (2).
        let folder = try TemporaryFolder()
        let tools = URL(filePath: Program.wit.path).deletingLastPathComponent().path
        let shell = try #require(Program.installed("sh")).running(
            in: folder.url.path,
            environment: [
                "PATH": tools + ":/usr/bin:/bin", "HOME": folder.url.path,
                "WIT_CATALOG": folder.path("catalog.sqlite"),
            ])
        #expect(
            try Program.wit([
                "catalog", "--catalog", folder.path("catalog.sqlite"),
                Checkout.fixtures.path + "/photos",
            ]).status == 0)
        // An account whose server is nowhere, too.
        let settings = folder.url.appending(path: ".config/wit/settings.toml")
        try FileManager.default.createDirectory(
            at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try """
        [accounts.home]
        address = "anna@example.org"
        smtp = "smtp+plain://127.0.0.1:1"
        imap = "imap+plain://127.0.0.1:1"
        password-command = "echo secret"
        """.write(to: settings, atomically: true, encoding: .utf8)
        // One needs another program, one goes on until it is stopped.
        for example in examples where !example.contains("formail") && !example.contains("--watch") {
            let command = example.replacing("Example:", with: "")
                .trimmingCharacters(in: .whitespaces)
            let outcome = try shell(["-c", command])
            #expect([0, 1].contains(outcome.status), "\(command): \(outcome.errors)")
        }
    }
}
