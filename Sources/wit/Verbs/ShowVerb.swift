import ArgumentParser
import CatalogDatabase
import JSON
import OutputText
import PhotoRecords
import WhatIsThat

/// `wit show PHOTO…`
struct ShowVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print photos' full records, with the source of each value.",
        discussion: """
            Example: wit show IMG_1.jpg
                     wit find kite --json | wit show -

            What was asked about a photo is listed with it; “wit questions show” prints the answers.

            With --json, one record per line. Its format is described in man wit, under “The \
            record”.
            """)

    @OptionGroup var photos: PhotoReferences
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let catalog = try store.openToRead()
        let show = ShowPhotos(photos.selection, in: catalog)
        let isJSON = speech.json
        let report = try await CtrlC.cancels(endingAnyhow: { "wit: stopped." }) {
            try await show.run { progress in
                guard case .item(let details as ShowPhotos.Details) = progress.event else { return }
                if isJSON {
                    Output.json(details.json)
                } else {
                    if progress.done > 1 { Output.line() }
                    Self.say(details)
                }
            }
        }
        for failure in report.failures { Output.complain(failure) }
        if report.wasInterrupted {
            throw Interrupted(said: "wit: stopped after \(report.count.counted("photo")).")
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }

    private static func say(_ details: ShowPhotos.Details) {
        let record = details.record
        Output.line(ShownLine(record.file ?? details.id.text).bold)
        RecordWords(record, mails: details.mails).lines.forEach { Output.line($0) }
        for file in details.files where file.path != record.file || file.missing {
            let state =
                file.missing ? "missing" : file.isLesser ? "another copy" : "the same picture"
            Output.line(
                "  " + ShownLine("Also at   ").dim + ShownLine(file.path)
                    + ShownLine("  (\(state))").dim)
        }
        for question in details.questions {
            let people = question.recipients.map { $0.name ?? $0.address }.joined(separator: ", ")
            Output.line(
                "  " + ShownLine("Question  ").dim + "\(question.number)  \(question.words)"
                    + ShownLine("  (to \(people), \(question.state.rawValue))").dim)
        }
    }
}
