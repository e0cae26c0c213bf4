import Foundation
import JSON
import PhotoRecords
import WhatIsThat

extension CatalogVerb {
    /// Scans, then follows what happens until the person, or the system, asks to end.
    func follow() async throws {
        let bar = ProgressBar("files", quiet: speech.quiet)
        let follow = WatchFolders(
            paths.map(absolutePath), in: try store.open(), options: try options())
        let teller = WatchTeller(speech, bar)
        let report = try await CtrlC.cancels { try await follow.run { teller.tell($0) } }
        if report.wasInterrupted {
            throw Interrupted(said: "wit: stopped; what was read is in the catalog.")
        }
        // To be asked to stop is how following ends well.
        if !speech.quiet { Output.complain("wit: stopped watching; the catalog is up to date.") }
    }
}

/// Says what happens while folders are followed.
private struct WatchTeller: Sendable {
    private let isJSON: Bool
    private let isQuiet: Bool
    private let bar: ProgressBar

    init(_ speech: SpeechOptions, _ bar: ProgressBar) {
        isJSON = speech.json
        isQuiet = speech.quiet
        self.bar = bar
    }

    func tell(_ progress: WorkProgress) {
        guard progress.stage == .watching else { return bar.show(progress) }
        bar.clear()
        switch progress.event {
        case .notice(let sentence): Output.complain("wit: \(sentence)")
        case .item(let item):
            guard let round = item as? WatchFolders.Round else { return }
            say(round, isFirst: progress.done == 1)
        case .failed(let error): Output.complain(error)
        case nil: break
        }
    }

    private func say(_ round: WatchFolders.Round, isFirst: Bool) {
        let report = round.scan
        for failure in report.failures { Output.complain(failure) }
        if isJSON {
            Output.json(round.json)
        } else if !isQuiet {
            let words =
                isFirst
                ? CatalogVerb.words(report, dryRun: false) : CatalogVerb.counts(report) + "."
            Output.line(isFirst ? "\(words)" : "\(Self.clock())  \(words)")
            if isFirst && !report.wasInterrupted {
                Output.line("Watching for changes; press Ctrl-C to stop.")
            }
        }
        Output.flush()
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
