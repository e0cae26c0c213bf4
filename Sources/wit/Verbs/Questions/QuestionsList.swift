import ArgumentParser
import CatalogDatabase
import Files
import JSON
import OutputText
import WhatIsThat

extension ListQuestions.Order: ExpressibleByArgument {}

/// `wit questions list`
struct QuestionsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List questions.",
        discussion: """
            Example: wit questions --open --sort due
                     wit questions --photo IMG_1.jpg
                     wit questions kite --to ben
                     wit questions --catalog a.sqlite --catalog b.sqlite --overdue

            The question, its photo's name and its conversation are searched; all words must \
            match. --open, --answered, --settled, --undeliverable and --withdrawn may be \
            combined. --format ics prints an iCalendar with one task (VTODO) per question.

            With --json, one question per line: number, photo, title, photoGone, region, words, \
            language, from, to, state, asked, due, overdue, answers (how many), catalog.
            """)

    /// A form of the list.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// An iCalendar of tasks.
        case ics
    }

    @Argument(help: ArgumentHelp("Text to search for.", valueName: "word"))
    var words: [String] = []

    @Flag(help: "Questions that nobody has answered.")
    var open = false
    @Flag(help: "Questions with an answer that you have not decided on.")
    var answered = false
    @Flag(help: "Questions that are settled.")
    var settled = false
    @Flag(help: "Questions whose mail reached nobody.")
    var undeliverable = false
    @Flag(help: "Questions that you withdrew.")
    var withdrawn = false
    @Flag(help: "Questions whose due date has passed.")
    var overdue = false

    @Option(
        help: ArgumentHelp("Whose recipient's address or name contains this.", valueName: "text")
    )
    var to: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "About this photo: a path, an id or the beginning of an id.", valueName: "photo"),
        completion: Completions.photos)
    var photo: String?

    @Option(help: "The sort order.")
    var sort = ListQuestions.Order.number

    @Option(help: "Another output format.")
    var format: Format?

    @Option(
        help: ArgumentHelp(
            "The catalog; may be repeated (default: as for the other commands).",
            valueName: "file"), completion: .file())
    var catalog: [String] = []

    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        if photo == "-" { throw ValidationError("--photo takes one photo; name it.") }
        if format != nil, speech.json {
            throw ValidationError("--json and --format cannot be combined.")
        }
    }

    func run() async throws {
        var options = ListQuestions.Options()
        options.words = words
        options.overdue = overdue
        options.to = to
        options.order = sort
        options.photos = photo.map { PhotoSelection([$0], from: FileSystem.currentFolder) }
        options.states = Set(
            [
                (open, QuestionState.open), (answered, .answered), (settled, .settled),
                (undeliverable, .undeliverable), (withdrawn, .withdrawn),
            ].filter(\.0).map(\.1))
        let stores = catalog.isEmpty ? [CatalogOptions.at(nil)] : catalog.map { .at($0) }
        let list = ListQuestions(
            of: stores.map { store in { @Sendable in try store.openToRead() } }, options)
        let report = try await CtrlC.cancels { try await list.run() }
        for failure in report.failures { Output.complain(failure) }
        // A calendar without some of its tasks would take them out of others.
        if report.wasInterrupted, format == .ics { throw Interrupted(said: "wit: stopped.") }
        if format == .ics {
            Output.export(QuestionCalendar.text(of: report.items.map(\.question)))
        } else {
            for item in report.items {
                if speech.json {
                    Output.json(item.json)
                } else {
                    QuestionWords(item).lines(naming: catalog.count > 1)
                        .forEach { Output.line($0) }
                }
            }
            let isNone = report.items.isEmpty && !report.wasInterrupted
            if isNone, !speech.json, !speech.quiet { Output.line("No questions.") }
        }
        if report.wasInterrupted { throw Interrupted(said: "wit: stopped.") }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }
}

extension CatalogOptions {
    /// A catalog that was named; the usual one for nil.
    fileprivate static func at(_ path: String?) -> CatalogOptions {
        var options = CatalogOptions()
        options.catalog = path
        return options
    }
}
