import ArgumentParser
import JSON
import PhotoRecord
import WhatIsThat

/// `wit read FILE…`
struct ReadVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Print what photos' own metadata says; no catalog involved.",
        discussion: """
            Example: wit read IMG_1.jpg
                     wit read --json *.jpg

            Where a photo has a point but no place's name, the nearest place is looked up \
            offline, and the offset of its time zone where the photo has none.

            With --json, one record a line. Its form is in man wit, under “The record”.
            """)

    @Argument(help: ArgumentHelp("Photo files.", valueName: "file"), completion: .file())
    var files: [String]

    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        var someFailed = false
        Output.complainOfPlaces()
        for (index, file) in files.enumerated() {
            do {
                let record = try ReadPhoto.record(of: file, guide: InstalledGuide())
                if speech.json {
                    Output.json(record.json)
                } else {
                    if index > 0 { Output.line() }
                    Output.line(ShownLine(file).bold)
                    RecordWords(record).lines.forEach { Output.line($0) }
                }
                for finding in record.findings where finding.severity == .error {
                    Output.complain("wit: \(file): \(finding.message)")
                    someFailed = true
                }
            } catch let failure {
                Output.complain("wit: \(failure)")
                someFailed = true
            }
        }
        if someFailed { throw ExitStatus.someFailed }
    }
}
