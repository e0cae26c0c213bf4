import ArgumentParser
import PhotoRecords

/// The command line's root: one verb each for what a person wants to do.
struct Wit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wit",
        abstract: "Keep a photo's story with the photo.",
        discussion: """
            Catalog photos with their names, dates and places; mail them with the whole story \
            inside; import such mails again.

            Example: wit catalog ~/Pictures
                     wit find lighthouse --since 2024
                     wit share IMG_1.jpg --to anna@example.org --output mail.eml
                     wit import mail.eml

            Exit status: 0 success, 1 some items failed, 2 wrong usage, 3 catalog unusable.
            """,
        version: ProgramVersion.number,
        subcommands: [
            ReadVerb.self, CatalogVerb.self, FindVerb.self, ShowVerb.self, EditVerb.self,
            RegionVerb.self, HitVerb.self,
            ShareVerb.self, OutboxVerb.self, TemplateVerb.self, InspectVerb.self, ImportVerb.self,
            FetchVerb.self,
            ReviewVerb.self, AskVerb.self, QuestionsVerb.self, UndoVerb.self, ExportVerb.self,
            CheckVerb.self, StrokeVerb.self,
            ManualVerb.self,
        ])
}

extension Wit {
    /// What to say where the first word of the command line is no verb; nil where it is one, or
    /// an option.
    static var unknownVerb: String? {
        let all = configuration.subcommands.map { $0.configuration }
        let verbs = all.filter { $0.shouldDisplay }.compactMap { $0.commandName }
        guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
            !all.contains(where: { $0.commandName == word }), word != "help"
        else { return nil }
        return """
            Error: “\(word)” is not a wit command; commands: \(verbs.joined(separator: ", ")).
            Usage: wit <subcommand>
              See 'wit --help' for more information.
            """
    }
}
