import ArgumentParser
import CatalogDatabase
import JSON
import OutputText
import WhatIsThat

/// The questions that a decision is on, and how it is told.
struct QuestionNumbers: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The questions' numbers.", valueName: "number"),
        completion: Completions.questions)
    var numbers: [Int64]

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    /// Decides, and prints the questions as they stand then.
    func decide(_ decision: PhotoCatalog.QuestionDecision) async throws {
        let changing = ChangeQuestions(decision, on: numbers, in: try store.openExisting())
        let report = try await CtrlC.cancels { try await changing.run() }
        for item in report.items {
            if speech.json {
                Output.json(item.json)
            } else if !speech.quiet {
                QuestionWords(item).lines().forEach { Output.line($0) }
            }
        }
    }
}

/// `wit questions comment`
struct QuestionsComment: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: "Add a comment to questions.",
        discussion: """
            Example: wit questions comment 3 --text "Ask Ben on Sunday"

            With --json, the questions as “wit questions --json” prints them.
            """)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The comment.", valueName: "text"))
    var text: String

    @OptionGroup var questions: QuestionNumbers

    func validate() throws {
        do { try ChangeQuestions.refuseEmpty(comment: text) } catch {
            throw ValidationError("--text \(error.reason).")
        }
    }

    func run() async throws { try await questions.decide(.comment(text)) }
}

/// `wit questions due`
struct QuestionsDue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "due",
        abstract: "Set or remove the due date for answers.",
        discussion: """
            Example: wit questions due 3 --on 2030-06-01
                     wit questions due 3 --none

            With --json, the questions as “wit questions --json” prints them.
            """)

    @Option(
        help: ArgumentHelp("The day, today or later.", valueName: "date"),
        transform: DueArgument.init(parsing:))
    var on: DueArgument?

    @Flag(help: "Remove the due date.")
    var none = false

    @OptionGroup var questions: QuestionNumbers

    func validate() throws {
        if (on == nil) != none { throw ValidationError("Give either --on DATE or --none.") }
    }

    func run() async throws { try await questions.decide(.due(on?.day)) }
}

/// `wit questions settle`
struct QuestionsSettle: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Close questions.",
        discussion: """
            Example: wit questions settle 3 4

            With --json, the questions as “wit questions --json” prints them.
            """)

    @OptionGroup var questions: QuestionNumbers

    func run() async throws { try await questions.decide(.settle) }
}

/// `wit questions withdraw`
struct QuestionsWithdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Withdraw questions; nobody is notified.",
        discussion: """
            Example: wit questions withdraw 3

            With --json, the questions as “wit questions --json” prints them.
            """)

    @OptionGroup var questions: QuestionNumbers

    func run() async throws { try await questions.decide(.withdraw) }
}

/// `wit questions reopen`
struct QuestionsReopen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen",
        abstract: "Reopen questions; earlier answers are kept, but need no decision.",
        discussion: """
            Example: wit questions reopen 3

            With --json, the questions as “wit questions --json” prints them.
            """)

    @OptionGroup var questions: QuestionNumbers

    func run() async throws { try await questions.decide(.reopen) }
}
