import ArgumentParser
import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoRecords
import WhatIsThat

/// `wit check`
struct CheckVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the catalog and its files.",
        discussion: """
            Example: wit check
                     wit check --verify --backup ~/catalog-backup.sqlite

            Checks the database and its indexes, whether each file is still there, and whether \
            files have unreviewed differences from the catalog. The exit status is \
            1 if something is wrong.

            With --verify it reads every file in full: whether its bytes are still the known \
            ones, and whether the files of each photo show the same picture. With --repair as \
            well, photos whose files show different pictures are separated: each picture becomes \
            a separate photo; what you wrote stays with the one that it fits best and is \
            proposed for the others (wit review); wit undo reverts it.

            With --json, one finding per line: severity, code, where, message.
            """)

    @Flag(
        help: """
            Read every file: compare its SHA-256, or record it where none is known yet; compare \
            what it says with the catalog, and the files of each photo with one another.
            """)
    var verify = false

    @Flag(
        help: """
            Compute the perceptual hashes of pictures that have none yet, so that imports \
            recognise resized copies.
            """)
    var hashes = false

    @Flag(
        help: """
            Rebuild the indexes from the records, and look up all places again; with --verify, \
            separate photos whose files show different pictures.
            """)
    var repair = false

    @Option(
        help: ArgumentHelp("Copy the catalog to a new file.", valueName: "file"),
        completion: .file())
    var backup: String?

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws { try requireNonEmpty(backup, "--backup") }

    func run() async throws {
        let writes = repair || verify || hashes
        let catalog = writes ? try store.openExisting() : try store.openToRead()
        var options = CheckCatalog.Options()
        (options.verifies, options.repairs, options.hashes) = (verify, repair, hashes)
        options.backup = backup.map(absolutePath)
        if hashes {
            options.decoderMemory = try Settings(given: nil, environment: ProcessEnvironment.all)
                .mailLimits.decoderBytes
        }
        let check = CheckCatalog(catalog, options)
        let teller = CheckTeller(
            speaks: !speech.quiet && !speech.json, backup: backup ?? "",
            pictures: ProgressBar("pictures", quiet: speech.quiet),
            files: ProgressBar("files", quiet: speech.quiet))
        let report = try await CtrlC.cancels { try await check.run { teller.tell($0) } }
        teller.clear()
        try say(report)
        if report.isWrong { throw ExitStatus.someFailed }
    }

    private func say(_ report: CheckCatalog.Report) throws {
        let speaks = !speech.json && !speech.quiet
        if let computed = report.computedHashes, !report.wasInterrupted, speaks {
            Output.line(
                "Computed the perceptual hashes of \(computed.counted("picture"))."
            )
        }
        for finding in report.findings {
            if speech.json {
                Output.json(finding.json)
            } else {
                Output.line("\(finding.place): \(finding.message)\(Advice.words(for: finding))")
            }
        }
        if report.wasInterrupted {
            let done =
                report.computedHashes.map {
                    "after \($0.counted("picture")); what was computed is kept"
                } ?? "after \(report.checkedFiles.counted("file"))"
            throw Interrupted(said: "wit: stopped \(done).")
        }
        guard speaks else { return }
        let found = report.findings.count == 1 ? "1 finding." : "\(report.findings.count) findings."
        let photos = report.photos.counted("photo")
        let files = report.files.counted("file")
        Output.line(report.isWrong ? "\(found)" : "No problems: \(photos), \(files).")
    }
}

/// Says how far a check is.
private struct CheckTeller: Sendable {
    let speaks: Bool
    let backup: String
    let pictures: ProgressBar
    let files: ProgressBar

    func tell(_ progress: WorkProgress) {
        switch progress.stage {
        case .copying: if speaks { Output.line("Copied to \(backup).") }
        case .repairing: if speaks { Output.line("The indexes were rebuilt.") }
        case .hashing: pictures.show(progress)
        default: files.show(progress)
        }
    }

    func clear() {
        pictures.clear()
        files.clear()
    }
}
