import ArgumentParser

/// What stands below a help text: where more is said.
enum HelpFooter {
    /// The line for a text that argument-parser made, with an empty one before it; empty where the text
    /// is no help.
    static func lines(below text: String) -> String {
        guard let usage = text.firstRange(of: "\nUSAGE: wit ") else { return "" }
        let word = text[usage.upperBound...].prefix { !$0.isWhitespace }
        let shown = Wit.configuration.subcommands.map { $0.configuration }
            .filter { $0.shouldDisplay }
        let page = shown.contains { $0.commandName == String(word) } ? "wit-\(word)" : "wit"
        return "\n\n  See 'man \(page)' for the manual."
    }
}
