import ArgumentParser
import JSON
import OutputText
import PhotoCatalog
import PhotoRecord
import WhatIsThat

/// `wit show PHOTO…`
struct ShowVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print photos' whole records, with where each value came from.",
        discussion: """
            Example: wit show IMG_1.jpg
                     wit find kite --json | wit show -

            With --json, one record a line. Its form is in man wit, under “The record”.
            """)

    @OptionGroup var photos: PhotoReferences
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let catalog = try store.openToRead()
        var failures: [ItemFailure] = []
        for (index, id) in try photos.resolved(in: catalog, failures: &failures).enumerated() {
            guard let record = try catalog.record(id) else { continue }
            if speech.json {
                Output.json(record.json)
                continue
            }
            if index > 0 { Output.line() }
            Output.line(ShownLine(record.file ?? id.text).bold)
            let mails = try catalog.messages(of: id)
            RecordWords(record, mails: mails).lines.forEach { Output.line($0) }
            for file in try catalog.files(of: id) where file.path != record.file || file.missing {
                let state =
                    file.missing ? "missing" : file.isLesser ? "another copy" : "the same picture"
                Output.line(
                    "  " + ShownLine("Also at   ").dim + ShownLine(file.path)
                        + ShownLine("  (\(state))").dim)
            }
        }
        for failure in failures { Output.complain("wit: \(failure)") }
        if !failures.isEmpty { throw ExitStatus.someFailed }
    }
}
