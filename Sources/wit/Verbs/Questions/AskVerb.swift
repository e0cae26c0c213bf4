import ArgumentParser
import CatalogDatabase
import Files
import Foundation
import PhotoRecords
import Privacy
import ShareMail
import WhatIsThat

/// `wit ask PHOTO --to ADDRESS`
struct AskVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask somebody by e-mail what a spot of a photo shows.",
        discussion: """
            Example: wit ask IMG_1.jpg --at 40%,25% --to ben@example.org --send
                     wit ask IMG_1.jpg --region 2 --to ben@example.org \
            --question "Who is the girl?" --due 2030-06-01 --output question.eml

            The mail shows the whole photo with the spot outlined, and the spot enlarged. --send \
            sends it, --draft opens it in your mail program, where you send it yourself. The \
            recipient replies as to any mail. “wit import” and “wit fetch” import the answer: \
            “wit review” accepts what it says, which names the region, and “wit questions” \
            lists questions and answers.

            --region is a region's number, id or name; --at marks a new one, a circle round the \
            spot, from the top left in fractions, percentages or pixels. Without either, the \
            photo's only region is used. What is sent with the photo is chosen as with “wit \
            share”. With address-tag in the settings' [ask], answers come to your address with a \
            tag (anna+wit.…@example.org), by which they are found even if nothing else is left; \
            that needs --from or an account. Without either, your mail program fills in the sender, \
            and a mail of the thread to none but those you asked is taken for your own.

            With --json, one object: as “wit share --json”, with question (number, photo, title, \
            region, words, language, from, to, state, asked, due, answers).
            """)

    @Argument(
        help: ArgumentHelp("A path, an id or the beginning of an id.", valueName: "photo"),
        completion: Completions.photos)
    var photo: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The region to ask about.", valueName: "region"))
    var region: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The spot to ask about: 0.4,0.25, 40%,25% or 340px,120px.", valueName: "x,y"),
        transform: SpotArgument.init(parsing:))
    var at: SpotArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The question (default: What is that?).", valueName: "text"))
    var question: String?

    @Option(
        help: ArgumentHelp("The due date for answers.", valueName: "date"),
        transform: DueArgument.init(parsing:))
    var due: DueArgument?

    @OptionGroup var mail: QuestionMailOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        if region != nil, at != nil {
            throw ValidationError("Give either --region or --at: a question is about one spot.")
        }
        if photo == "-" {
            throw ValidationError("A question is about one photo; name it.")
        }
        try mail.check(message: question)
    }

    func run() async throws {
        let (options, delivery, settings) = try mail.prepared(message: question)
        let spot =
            at.map { .point($0.spot) } ?? region.map { .region(RegionReference($0)) }
            ?? QuestionSpot.onlyRegion
        let store = store
        let ask = AskPhoto(
            PhotoSelection([photo], from: FileSystem.currentFolder), at: spot, due: due?.day,
            tagsAddress: settings.tagsAnswerAddress, options, delivery, in: try store.open())
        try await QuestionSending(mail: mail, speech: speech).run { progress in
            try await ask.run(progress: progress)
        }
    }
}
