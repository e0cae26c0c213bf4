import ArgumentParser
import PhotoRecords
import WhatIsThat

/// `wit region list`
struct RegionList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the regions of photos, lowest first.",
        discussion: """
            Example: wit region list IMG_1.jpg
                     wit find --person Anna --json | wit region list - --json

            With --json, one region per line: photo (its id), number (1 is the lowest), and the \
            region as in the photo record.
            """)

    @OptionGroup var photos: PhotoReferences
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let selection = photos.selection
        let words = RegionLines(json: speech.json, namesPhoto: selection.references.count != 1)
        let showing = ShowPhotos(selection, in: try store.openToRead())
        let report = try await CtrlC.cancels {
            try await showing.run { progress in
                guard case .item(let details as ShowPhotos.Details) = progress.event else { return }
                words.say(details.id, details.record)
            }
        }
        for failure in report.failures { Output.complain(failure) }
        if report.wasInterrupted {
            throw Interrupted(said: "wit: stopped after \(report.count.counted("photo")).")
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }
}
