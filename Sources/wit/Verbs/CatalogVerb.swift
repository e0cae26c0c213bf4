import ArgumentParser
import CatalogDatabase
import Folders
import JSON
import OutputText
import PhotoRecords
import WhatIsThat

/// `wit catalog PATH…`
struct CatalogVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog",
        abstract: "Add or refresh folders and files.",
        discussion: """
            Example: wit catalog ~/Pictures
                     wit catalog --watch ~/Pictures /media/anna/card

            Reads what is new or changed, notices what moved, came back or is gone. Annotations \
            stay with their pictures; a photo that is gone is kept as missing.

            Backups and previews that other programs make of a photo (cat.jpg_original, @eaDir) \
            are not separate photos: they are skipped in folders, and the table [catalog] in \
            the settings says what else to leave out. A file that you name yourself is always \
            cataloged.

            With --watch it then keeps following new, changed, moved and removed files, folders \
            and sidecars, and disks that are removed and come back, until Ctrl-C or SIGTERM \
            stops it. A line reports what each round did.

            With --json, one object (with --watch, one per round): the counts added, refreshed, \
            moved, duplicates, returned, missing, proposals, removals, unchanged, others, \
            wouldRead (with --dry-run); leftOut (count; items: path, reason); failures (item, \
            code, reason); interrupted; at (with --watch, the moment in UTC).
            """)

    @Argument(help: ArgumentHelp("Folders and files.", valueName: "path"), completion: .file())
    var paths: [String]

    @Flag(help: "Read every file again, even where it seems unchanged.")
    var verify = false

    @Flag(help: "Show what would be done; change nothing.")
    var dryRun = false

    @Flag(help: "Keep running and follow changes, until Ctrl-C.")
    var watch = false

    @OptionGroup var file: SettingsOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        for path in paths { try requireNonEmpty(path, "<path>") }
        if watch && dryRun { throw ValidationError("--watch and --dry-run cannot be combined.") }
    }

    func run() async throws {
        Output.complainOfPlaces()
        if watch { return try await follow() }
        let options = try options()
        let bar = ProgressBar("files", quiet: speech.quiet)
        let roots = paths.map(absolutePath)
        let report: CatalogPhotos.Report
        if dryRun {
            let preview = PreviewCataloging(
                roots, in: try store.openForDryRun(), options: options)
            report = try await CtrlC.cancels { try await preview.run() }
        } else {
            let scan = CatalogPhotos(roots, in: try store.open(), options: options)
            report = try await CtrlC.cancels { try await scan.run { bar.show($0) } }
            bar.clear()
        }
        for failure in report.failures { Output.complain(failure) }
        if speech.json {
            Output.json(report.json)
        } else if !speech.quiet {
            Output.line(ShownLine(Self.words(report, dryRun: dryRun)))
        }
        if report.wasInterrupted {
            throw Interrupted(
                said: dryRun
                    ? "wit: stopped; not everything was checked."
                    : "wit: stopped; what was read is in the catalog.")
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }

    /// What the command line and the settings say of how to scan.
    func options() throws -> CatalogPhotos.Options {
        var options = CatalogPhotos.Options()
        options.verify = verify
        options.derived = try file.read().derivedNames
        return options
    }

    static func words(_ report: CatalogPhotos.Report, dryRun: Bool) -> String {
        let text = counts(report)
        return dryRun ? "Dry run: \(text). Nothing was changed." : "Photos: \(text)."
    }

    /// `3 added, 1 moved`.
    static func counts(_ report: CatalogPhotos.Report) -> String {
        let counts: [(Int, one: String, many: String)] = [
            (report.wouldRead, "to read", "to read"), (report.added, "added", "added"),
            (report.refreshed, "refreshed", "refreshed"), (report.moved, "moved", "moved"),
            (report.duplicates, "duplicate", "duplicates"),
            (report.returned, "found again", "found again"),
            (report.missing, "missing", "missing"),
            (report.proposals, "proposal to review", "proposals to review"),
            (report.removals, "value no longer in its file", "values no longer in their files"),
            (report.unchanged, "unchanged", "unchanged"),
            (report.others, "other file", "other files"),
            (
                report.leftOut.count, "backup or derived file skipped",
                "backups and derived files skipped"
            ),
            (report.failures.count, "failed", "failed"),
        ]
        let said = counts.filter { $0.0 > 0 }.map { $0.0.counted($0.one, $0.many) }
        return said.isEmpty ? "nothing found" : said.joined(separator: ", ")
    }
}
