import ArgumentParser
import Foundation

/// What argument-parser knows of a command: its `--experimental-dump-help` read again.
struct CommandHelp: Decodable {
    /// An argument, option or flag.
    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            /// As it is typed: `--json`, `-q`.
            var typed: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let shouldDisplay: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let discussion: String?

        /// Whether it stands by its place, without a name.
        var isPositional: Bool { kind == "positional" }
    }

    let commandName: String
    let shouldDisplay: Bool
    let abstract: String?
    let discussion: String?
    let defaultSubcommand: String?
    let subcommands: [CommandHelp]?
    let arguments: [Argument]?

    /// The commands below it that people are shown.
    var shown: [CommandHelp] {
        (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }

    /// Whether it takes an option of that name.
    func takes(_ option: String) -> Bool {
        (arguments ?? []).contains { $0.names?.contains { $0.typed == option } == true }
            || shown.contains { $0.takes(option) }
    }

    /// The whole program's.
    ///
    /// - Throws: `DecodingError` where argument-parser writes another form than this one knows.
    static func root() throws -> CommandHelp {
        struct Tool: Decodable { let command: CommandHelp }
        return try JSONDecoder().decode(Tool.self, from: Data(Wit._dumpHelp().utf8)).command
    }
}
