import ArgumentParser
import Foundation
import JSON
import OutputText
import PhotoCatalog
import PhotoRecord
import Pictures
import WhatIsThat

/// `wit check`
struct CheckVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the catalog and the files it knows.",
        discussion: """
            Example: wit check
                     wit check --verify --backup ~/catalog-backup.sqlite

            Looks into the database, its indexes, whether each file is still there, and whether \
            files say something else than the catalog though nobody decided so. The exit status is \
            1 if something is wrong.

            With --verify it reads all of every file: whether its bytes are those that were \
            known, and whether the files of each photo hold the same picture. With --repair as \
            well, photos whose files hold different pictures are taken apart: each picture is a \
            photo of its own, what you wrote stays with the one that fits it best and is proposed \
            to the others (wit review); wit undo takes it back.

            With --json, one finding a line: severity, code, where, message.
            """)

    @Flag(
        help: """
            Read every file: compare its SHA-256, or note it where none is known yet, and what \
            it says with the catalog; hold the files of each photo against one another.
            """)
    var verify = false

    @Flag(
        help: """
            Compute what each picture looks like, where that is not known yet, so that imports \
            recognise smaller copies.
            """)
    var looks = false

    @Flag(
        help: """
            Build the indexes anew from the records, and look all places up again; with --verify, \
            take photos apart whose files hold different pictures.
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
        let writes = repair || verify || looks
        let catalog = writes ? try store.openExisting() : try store.openToRead()
        if let backup {
            try Self.refuseNoFolder(for: backup)
            try catalog.backup(to: absolutePath(backup))
            if !speech.quiet && !speech.json {
                Output.line("Copied to \(backup).")
            }
        }
        if repair {
            try catalog.repair()
            try catalog.derivePlaces(all: true)
            if !speech.quiet && !speech.json { Output.line("The indexes are built anew.") }
        }
        let unseen = try await looks ? computeLooks(catalog) : []
        let bar = ProgressBar("files", quiet: speech.quiet)
        let total = try catalog.counts.files
        let findings =
            unseen
            + (try CheckCatalog(catalog).run(verifying: verify, parting: repair) {
                bar.show(done: $0, of: total)
            })
        bar.clear()
        for finding in findings {
            if speech.json {
                Output.json(finding.json)
            } else {
                Output.line("\(finding.place): \(finding.message)")
            }
        }
        let isWrong = findings.contains { $0.severity > .note }
        if !speech.json && !speech.quiet {
            let counts = try catalog.counts
            let found = findings.count == 1 ? "1 finding." : "\(findings.count) findings."
            let photos = "\(counts.photos) photo\(counts.photos == 1 ? "" : "s")"
            let files = "\(counts.files) file\(counts.files == 1 ? "" : "s")"
            Output.line(isWrong ? "\(found)" : "All well: \(photos), \(files).")
        }
        if isWrong { throw ExitStatus.someFailed }
    }

    /// Computes the perceptual hashes that are missing; the pictures that can't be decoded.
    private func computeLooks(_ catalog: PhotoCatalog) async throws -> [Finding] {
        PictureDecoding.memory = try Settings(given: nil).mailLimits.decoderBytes
        let bar = ProgressBar("pictures", quiet: speech.quiet)
        let total = try catalog.unseenCount
        let ctrlC = CtrlC()
        let result = try await CatalogLooks(catalog).complete(interruption: ctrlC.interruption) {
            bar.show(done: $0, of: total)
        }
        bar.clear()
        if ctrlC.interruption.isRequested {
            throw Interrupted(
                said:
                    "wit: stopped after \(result.computed.counted("picture")); what was computed is kept."
            )
        }
        if !speech.quiet && !speech.json {
            let noun = result.computed == 1 ? "picture" : "pictures"
            Output.line("Looked at \(result.computed) \(noun) for the first time.")
        }
        return result.undecodable.map {
            Finding(
                .note, FindingCode(rawValue: "picture-undecodable"), where: $0.item,
                "the picture can't be decoded, so that it is recognised by its data alone: "
                    + $0.reason)
        }
    }

    private static func refuseNoFolder(for backup: String) throws {
        let folder = URL(filePath: absolutePath(backup)).deletingLastPathComponent().path
        if !FileManager.default.fileExists(atPath: folder) {
            throw ItemFailure(item: backup, reason: "there is no folder \(folder)")
        }
    }
}
