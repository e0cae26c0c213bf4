import Foundation
import PhotoRecord
import WhatIsThat

extension CatalogVerb {
    /// Scans, then follows what happens until the person, or the system, asks to end.
    func follow() async throws {
        let options = try options()
        let ctrlC = CtrlC()
        let bar = ProgressBar("files", quiet: speech.quiet)
        let follow = FollowPhotos(
            catalog: try store.open(), options: options, interruption: ctrlC.interruption)
        var rounds = 0
        var stoppedEarly = false
        try await follow.run(paths.map(absolutePath), progress: { bar.show(done: $0, of: $1) }) {
            news in
            bar.clear()
            switch news {
            case .notice(let sentence): Output.complain("wit: \(sentence)")
            case .scanned(let report):
                say(report, isFirst: rounds == 0)
                stoppedEarly = rounds == 0 && report.wasInterrupted
                rounds += 1
            }
        }
        if stoppedEarly {
            throw Interrupted(said: "wit: stopped; what was read is in the catalog.")
        }
        // To be asked to stop is how following ends well.
        if !speech.quiet { Output.complain("wit: stopped following; the catalog is up to date.") }
    }

    private func say(_ report: CatalogPhotos.Report, isFirst: Bool) {
        for failure in report.failures { Output.complain("wit: \(failure)") }
        if speech.json {
            var object = Self.json(report).object ?? [:]
            object["at"] = .string(Self.moment())
            Output.json(.object(object))
        } else if !speech.quiet {
            let words = isFirst ? Self.words(report, dryRun: false) : Self.counts(report) + "."
            Output.line(isFirst ? "\(words)" : "\(Self.clock())  \(words)")
            if isFirst && !report.wasInterrupted {
                Output.line("Following what happens there; Ctrl-C ends it.")
            }
        }
        Output.flush()
    }

    /// This moment in UTC: `2026-11-20T10:00:00Z`.
    private static func moment() -> String {
        Date().formatted(.iso8601)
    }

    /// The clock's reading here: `10:22:33`.
    private static func clock() -> String {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec]
            .map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }
}
