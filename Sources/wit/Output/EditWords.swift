import CatalogDatabase
import OutputText
import PhotoRecords
import WhatIsThat

/// What is said of an edit once it is done.
enum EditWords {
    /// Says on stderr what could not be done, and what was noticed of the files.
    static func complain(of report: EditPhotos.Report, quiet: Bool) {
        if let written = report.written, !quiet {
            for note in written.notes { Output.complain("wit: \(note)") }
            for finding in written.findings {
                Output.complain("wit: \(finding.message)\(Advice.words(for: finding))")
            }
        }
        for failure in report.failures { Output.complain(failure) }
    }

    /// Says which change was made, and what was written.
    ///
    /// - Parameter isSame: Whether to say so where there was nothing to change.
    static func say(_ report: EditPhotos.Report, isSame: Bool) {
        if let change = report.change {
            Output.line("Change \(change.number): \(change.summary). “wit undo” reverts it.")
        } else if let number = report.written?.change {
            Output.line("Change \(number). “wit undo” reverts it.")
        } else if isSame, report.placed == nil {
            Output.line("Nothing to change: the values are already set.")
        }
        if let line = report.written?.line { Output.line(ShownLine(line)) }
    }
}
