import ArgumentParser
import JSON
import OutputText
import PhotoRecords
import WhatIsThat

/// `wit read FILE…`
struct ReadVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Print photos' own metadata, without a catalog.",
        discussion: """
            Example: wit read IMG_1.jpg
                     wit read --json *.jpg

            Where a photo has coordinates but no place name, the nearest place is looked up \
            offline, and so is the offset of its time zone where the photo has none.

            With --json, one record per line. Its format is described in man wit, under “The \
            record”.
            """)

    @Argument(help: ArgumentHelp("Photo files.", valueName: "file"), completion: .file())
    var files: [String]

    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        Output.complainOfPlaces()
        let isJSON = speech.json
        let read = ReadPhotos(files, geocoder: InstalledGeocoder())
        let report = try await CtrlC.cancels(endingAnyhow: { "wit: stopped." }) {
            try await read.run { progress in
                switch progress.event {
                case .item(let item as ReadPhotos.Item):
                    if isJSON {
                        Output.json(item.json)
                    } else {
                        if progress.done > 1 { Output.line() }
                        Output.line(ShownLine(item.path).bold)
                        RecordWords(item.record).lines.forEach { Output.line($0) }
                    }
                case .failed(let failure): Output.complain(failure)
                default: break
                }
            }
        }
        if report.wasInterrupted {
            throw Interrupted(said: "wit: stopped after \(report.count.counted("file")).")
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }
}
