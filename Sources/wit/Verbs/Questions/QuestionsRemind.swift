import ArgumentParser
import CatalogDatabase
import WhatIsThat

/// `wit questions remind`
struct QuestionsRemind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Mail a question again, in the same thread.",
        discussion: """
            Example: wit questions remind 3 --send
                     wit questions remind 3 --question "Did you see this?" --output again.eml

            It goes to those who were asked, or to others with --to, who are asked from then on, \
            in the language of the first mail. A question that is settled or withdrawn is reopened \
            first; a due date that is past is not repeated. Choose again what is sent: \
            --location and --strip are not remembered.

            With --json, one object as “wit ask --json” prints it.
            """)

    @Argument(
        help: ArgumentHelp("The question's number.", valueName: "number"),
        completion: Completions.questions)
    var number: Int64

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What to write (default: the question).", valueName: "text"))
    var question: String?

    @OptionGroup var mail: QuestionMailOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws { try mail.check(message: question, needsRecipient: false) }

    func run() async throws {
        let (options, delivery, settings) = try mail.prepared(message: question)
        let store = store
        let remind = RemindOfQuestion(
            number, tagsAddress: settings.tagsAnswerAddress, keepsLanguage: mail.language == nil,
            options, delivery, in: try store.openExisting())
        try await QuestionSending(mail: mail, speech: speech).run { progress in
            try await remind.run(progress: progress)
        }
    }
}
