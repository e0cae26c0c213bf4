import ArgumentParser
import CatalogDatabase
import JSON
import WhatIsThat

/// `wit questions show`
struct QuestionsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a question with its whole conversation.",
        discussion: """
            Example: wit questions show 3

            With --json, one object: as “wit questions --json” prints it, with conversation (kind, \
            at, messageID, from, date, text, fields, failed (recipient, status, reason), by, to, \
            labels, about (the mail that was not delivered), name (what an answer calls the spot)).
            """)

    @Argument(
        help: ArgumentHelp("The question's number.", valueName: "number"),
        completion: Completions.questions)
    var number: Int64

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let show = ShowQuestion(number, of: try store.openToRead())
        let item = try await CtrlC.cancels(endingAnyhow: { "wit: stopped." }) {
            try await show.run()
        }
        if speech.json { return Output.json(item.json) }
        QuestionWords(item).lines().forEach { Output.line($0) }
        QuestionWords(item).conversation.forEach { Output.line($0) }
    }
}
