import ArgumentParser
import CatalogDatabase
import JSON
import OutputText
import PhotoRecords
import WhatIsThat

/// `wit undo [CHANGE]`
struct UndoVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last change, or change N.",
        discussion: """
            Example: wit undo
                     wit undo --list
                     wit undo 17

            Edits, imports, decided proposals and scans that changed values can be undone, and \
            so can an undo. Picture files stay where they are; metadata that “wit edit” wrote \
            into them or into sidecars is restored, wherever the files are now, unless another \
            program has changed them since. What could not be restored is reported; undoing the \
            same change again retries it. Where a file then differs from the catalog, “wit \
            review” lists it.

            With --json, one change per line: number, at, kind, source, summary; undoes, \
            undoneBy (changes); unrestored (files that were not restored); leftFiles.
            """)

    @Argument(
        help: ArgumentHelp("The change's number.", valueName: "change"),
        completion: Completions.changes)
    var change: Int64?

    @Flag(help: "List the last changes instead.")
    var list = false

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        if list, let change {
            throw ValidationError("--list lists changes; leave out \(change), or --list.")
        }
    }

    func run() async throws {
        if list {
            let report = try await ListChanges(in: try store.openToRead()).run()
            for change in report.changes { say(change, done: nil) }
            return
        }
        let undo = UndoChange(change, in: try store.openExisting())
        let bar = ProgressBar("files", quiet: speech.quiet)
        let report = try await CtrlC.cancels { try await undo.run { bar.show($0) } }
        bar.clear()
        for failure in report.failures { Output.complain(failure) }
        for note in report.notes { Output.complain("wit: \(note)") }
        say(report.change, done: "Change \(report.change.number)")
        if report.restored > 0, !speech.json, !speech.quiet {
            let files = report.restored == 1 ? "1 file" : "\(report.restored) files"
            Output.line("The previous metadata of \(files) was restored.")
        }
        if !report.failures.isEmpty {
            if !speech.json, let number = report.change.undoes {
                Output.complain(
                    "wit: “wit undo \(number)” retries what could not be restored")
            }
            throw ExitStatus.someFailed
        }
    }

    private func say(_ change: Change, done: String?) {
        if speech.json {
            Output.json(change.json)
        } else if let done {
            guard !speech.quiet else { return }
            Output.line("\(done): \(change.summary).")
            for file in change.leftFiles {
                Output.line("  File kept: \(file)")
            }
        } else {
            let number = "\(change.number)"
            let blanks = String(repeating: " ", count: max(0, 4 - number.count))
            let rest =
                change.unrestored == 0 ? "" : " (files not restored: \(change.unrestored))"
            Output.line(
                "\(blanks)\(number)  \(ShownLine(change.at).dim)  \(change.summary)\(rest)")
        }
    }
}
