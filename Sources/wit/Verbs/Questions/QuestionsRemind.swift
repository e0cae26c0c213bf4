import ArgumentParser
import CatalogDatabase
import MIMEMessage
import ShareMail
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
            first; a due date that is past is not repeated. Choose again how much leaves: --location and --strip are not remembered.

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
        let known = try await ShowQuestion(number, of: try store.openToRead()).run().question
        if let error = known.reminderRefusal { throw error }
        var (options, delivery, settings) = try mail.prepared(message: question)
        if options.to.isEmpty {
            options.to = known.recipients.map { Mailbox(name: $0.name, address: $0.address) }
        }
        if mail.language == nil { options.language = known.language }
        if options.from == nil, let sender = known.sender {
            options.from = Mailbox(address: sender)
        }
        let store = store
        let ask = AskPhoto(
            reminding: known, tagsAddress: settings.tagsAnswerAddress, options, delivery,
            in: try store.open())
        try await QuestionSending(mail: mail, speech: speech).run(ask)
    }
}
