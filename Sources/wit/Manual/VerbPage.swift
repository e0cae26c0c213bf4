import ArgumentParser

/// The page of one verb: its help, and what its file of prose adds.
struct VerbPage {
    private let verb: CommandHelp
    private let prose: ManualProse
    /// The verbs that there are, for what to see also.
    private let verbs: [String]

    init(_ verb: CommandHelp, prose: ManualProse, verbs: [String]) {
        self.verb = verb
        self.prose = prose
        self.verbs = verbs
    }

    /// The page.
    var page: ManualPage {
        let discussion = Discussion(verb.discussion ?? "")
        var page = ManualPage(
            "wit-" + verb.commandName, section: 1, abstract: verb.abstract ?? "")
        page.head("Synopsis")
        page.synopsis([verb.commandName])
        for inner in verb.shown { page.synopsis([verb.commandName, inner.commandName]) }
        page.head("Description")
        page.blocks(discussion.prose)
        page.blocks(prose.beginning)
        if verb.shown.isEmpty {
            page.head("Options")
            page.arguments(verb)
        } else {
            page.head("Commands")
            for inner in verb.shown { page.inner(inner, of: verb) }
        }
        page.blocks(prose.sections)
        if !discussion.output.isEmpty {
            page.head("Output as JSON")
            page.blocks(discussion.output)
        }
        page.head("Examples")
        page.literal(discussion.examples)
        if verb.takes("--catalog") || verb.takes("--settings") {
            page.head("Files")
            page.files(catalog: verb.takes("--catalog"), settings: verb.takes("--settings"))
        }
        page.head("Environment")
        page.environment(catalog: verb.takes("--catalog"), settings: verb.takes("--settings"))
        page.head("Exit status")
        page.exitStatus()
        page.head("See also")
        page.seeAlso(others)
        return page
    }

    /// The pages that this one speaks of.
    private var others: [(String, Int)] {
        let text = (verb.discussion ?? "") + prose.text
        let named = verbs.filter { other in
            other != verb.commandName
                && ["wit \(other)", "“\(other) "].contains { text.contains($0) }
        }
        let formats = ["wit-settings", "wit-payload"].filter {
            $0 == "wit-settings" ? verb.takes("--settings") : text.contains("payload")
        }
        return [("wit", 1)] + named.map { ("wit-" + $0, 1) } + formats.map { ($0, 5) }
    }
}

extension ManualPage {
    /// How a command is used, in a line.
    mutating func synopsis(_ words: [String]) {
        guard let command = Wit.command(words) else { return }
        let usage = Wit.usageString(for: command)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .trimmingPrefix("USAGE: ")
        let name = (["wit"] + words).joined(separator: " ")
        paragraph(roff: ManualWords.bold(name) + Roff.escaped(usage.dropFirst(name.count)))
    }

    /// A command of a verb, with its own options.
    mutating func inner(_ command: CommandHelp, of verb: CommandHelp) {
        let isDefault = verb.defaultSubcommand == command.commandName
        subhead("wit \(verb.commandName) \(command.commandName)")
        let discussion = Discussion(command.discussion ?? "")
        paragraph(
            (command.abstract ?? "")
                + (isDefault ? " This is the default." : ""))
        blocks(discussion.prose + discussion.output)
        arguments(command)
        if !discussion.examples.isEmpty {
            paragraph(discussion.examples.count == 1 ? "Example:" : "Examples:")
            literal(discussion.examples)
        }
    }

    /// The arguments, options and flags that people are shown.
    mutating func arguments(_ command: CommandHelp) {
        for argument in command.arguments ?? [] where argument.shouldDisplay {
            var text = argument.abstract ?? ""
            if let values = argument.allValues, !values.isEmpty {
                text += " One of " + values.map { "`\($0)`" }.joined(separator: ", ") + "."
            }
            if let standard = argument.defaultValue {
                text += " Default: `\(standard)`."
            }
            if let more = argument.discussion, !more.isEmpty { text += " " + more }
            term(Self.term(argument), text)
        }
    }

    private static func term(_ argument: CommandHelp.Argument) -> String {
        let value = ManualWords.italic(argument.valueName ?? "")
        if argument.isPositional { return value + (argument.isRepeating ? " ..." : "") }
        let short = (argument.names ?? []).filter { $0.kind == "short" }
        let long = (argument.names ?? []).filter { $0.kind != "short" }
        let names = (short + long).map { ManualWords.bold($0.typed) }.joined(separator: ", ")
        return argument.kind == "flag" ? names : names + " " + value
    }

    /// Where what a verb works on lies.
    mutating func files(catalog: Bool, settings: Bool) {
        if catalog {
            term(
                ManualWords.italic("$XDG_DATA_HOME/wit/catalog.sqlite"),
                "The catalog, by default in `~/.local/share`. Beside it is the folder `received` "
                    + "with the pictures from mails.")
        }
        if settings {
            term(
                ManualWords.italic("$XDG_CONFIG_HOME/wit/settings.toml"),
                "The settings, by default in `~/.config`: see wit-settings(5).")
        }
    }

    /// Which variables of the environment count.
    mutating func environment(catalog: Bool, settings: Bool) {
        if catalog {
            term(ManualWords.bold("WIT_CATALOG"), "The catalog, where `--catalog` names none.")
        }
        if settings {
            term(ManualWords.bold("WIT_SETTINGS"), "The settings, where `--settings` names none.")
        }
        term(
            ManualWords.bold("WIT_PLACES"),
            "Another gazetteer file, or the folder that it is in.")
        term(ManualWords.bold("NO_COLOR"), "No colour, whatever the terminal.")
    }

    /// What the exit status says.
    mutating func exitStatus() {
        for (status, meaning) in [
            ("0", "Success."),
            ("1", "Some items failed; each is named on stderr, the rest was done."),
            ("2", "Wrong usage."), ("3", "The catalog cannot be used."),
            ("130", "Stopped by Ctrl-C (`--watch`: 0, once the first scan is done)."),
        ] {
            term(ManualWords.bold(status), meaning)
        }
    }

    /// Other pages, in one line.
    mutating func seeAlso(_ pages: [(String, Int)]) {
        paragraph(
            roff: pages.map { ManualWords.bold($0.0) + "(\($0.1))" }
                .joined(separator: ", "))
    }
}

extension Wit {
    /// The command that words name: `outbox list`; nil for none.
    static func command(_ words: [String]) -> (any ParsableCommand.Type)? {
        var command: any ParsableCommand.Type = Wit.self
        for word in words {
            guard
                let next = command.configuration.subcommands.first(where: {
                    $0.configuration.commandName == word
                })
            else { return nil }
            command = next
        }
        return command
    }
}
