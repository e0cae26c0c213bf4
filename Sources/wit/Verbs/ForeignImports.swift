import ArgumentParser
import ExchangeFormats
import Foundation
import JSON
import OutputText
import PhotoCatalog
import PhotoRecord
import WhatIsThat

/// What `wit import` does with a Google Takeout and with digiKam's database.
struct ForeignImports {
    /// What was given to import, of other things than mails.
    struct Given {
        var takeouts: [String] = []
        var databases: [(name: String, path: String)] = []
        var failures: [ItemFailure] = []
    }

    let catalog: PhotoCatalog?
    let dryRun: Bool
    let verbose: Bool
    let roots: [DigiKamRoots.Mapping]
    let speech: SpeechOptions

    init(
        catalog: PhotoCatalog?, dryRun: Bool, verbose: Bool, roots: [String],
        speech: SpeechOptions
    ) throws {
        self.catalog = catalog
        self.dryRun = dryRun
        self.verbose = verbose
        self.roots = try Self.mapping(roots)
        self.speech = speech
    }

    /// Reads `--root OLD=NEW`.
    static func mapping(_ texts: [String]) throws -> [DigiKamRoots.Mapping] {
        try texts.map { text in
            // A label or path may have a = of its own; the new folder rarely has.
            guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
                text.index(after: sign) < text.endIndex
            else { throw ValidationError("--root takes OLD=NEW, not “\(text)”.") }
            let new = absolutePath(String(text[text.index(after: sign)...]))
            return DigiKamRoots.Mapping(old: String(text[..<sign]), new: new)
        }
    }

    /// Tells mails from what other programs made.
    static func sorted(_ items: [String]) -> (mails: [String], foreign: Given) {
        var mails: [String] = []
        var given = Given()
        for item in items {
            switch item == "-" ? nil : ForeignSource(at: absolutePath(item)) {
            case .takeout: given.takeouts.append(item)
            case .digiKam(let database): given.databases.append((item, database))
            case .archive(let kind):
                given.failures.append(
                    ItemFailure(
                        item: item,
                        reason: "an archive (\(kind)); unpack it, and import the folder that comes "
                            + "out"))
            case .otherDatabase(let hint):
                given.failures.append(
                    ItemFailure(
                        item: item,
                        reason: "an SQLite database, but not digiKam's of photos"
                            + (hint.map { "; that is \($0)" } ?? "")))
            case nil: mails.append(item)
            }
        }
        return (mails, given)
    }

    /// Takes all in.
    ///
    /// - Returns: whether all went well.
    func run(_ given: Given, _ interruption: Interruption) async throws -> Bool {
        var isWell = given.failures.isEmpty
        for failure in given.failures { Output.complain("wit: \(failure)") }
        let bar = ProgressBar("photos", quiet: speech.quiet)
        func finish(_ report: ForeignImportReport) throws {
            bar.clear()
            say(report)
            if !report.failures.isEmpty { isWell = false }
            if report.wasInterrupted {
                throw Interrupted(said: "wit: stopped; what was taken in is in the catalog.")
            }
        }
        if !given.takeouts.isEmpty {
            let importer = ImportTakeout(
                into: catalog, dryRun: dryRun, interruption: interruption)
            let name = given.takeouts.joined(separator: ", ")
            try finish(
                try await importer.run(given.takeouts.map(absolutePath), name: name) {
                    bar.show(done: $0, of: $1)
                })
        }
        for (name, path) in given.databases {
            let importer = ImportDigiKam(
                into: catalog, roots: roots, dryRun: dryRun, interruption: interruption)
            do {
                try finish(
                    try await importer.run(path, name: name) { bar.show(done: $0, of: $1) })
            } catch {
                let failure = WitError(error)
                guard failure.subject?.kind == .item else { throw failure }
                bar.clear()
                Output.complain("wit: \(failure)")
                isWell = false
            }
        }
        return isWell
    }

    private func say(_ report: ForeignImportReport) {
        for failure in report.failures { Output.complain("wit: \(failure)") }
        if speech.json {
            Output.json(Self.json(report, dryRun: dryRun))
        } else if !speech.quiet {
            Output.line(ShownLine(report.name).bold + "  \(report.program.name)")
            for line in Self.words(report, dryRun: dryRun, verbose: verbose) {
                Output.line("  \(line)")
            }
        }
    }

    static func words(
        _ report: ForeignImportReport, dryRun: Bool, verbose: Bool
    ) -> [String] {
        let scan = report.cataloged
        let new = dryRun ? scan.wouldRead : scan.added
        var lines = [
            list([
                (report.photos, "photo", "photos"),
                (new, dryRun ? "to be added" : "added", dryRun ? "to be added" : "added"),
                (scan.duplicates, "duplicate", "duplicates"),
                (report.others, "other file", "other files"),
                (report.trashed, "in the bin", "in the bin"),
            ])
        ]
        var stories = [report.stories == 1 ? "1 story" : "\(report.stories) stories"]
        if report.filled > 0 {
            stories.append(
                "\(count(report.filled, "value")) filled in \(count(report.filledPhotos, "photo"))")
        }
        if report.proposed > 0 {
            stories.append("\(count(report.proposed, "proposal")) (wit review)")
        }
        if report.rated > 0 { stories.append(count(report.rated, "rating")) }
        if report.filled + report.proposed + report.rated == 0 { stories.append("nothing new") }
        if !dryRun || report.stories > 0 { lines.append(stories.joined(separator: ", ")) }
        for (paths, noun, partner) in [
            (report.picturesAlone, "photo", "JSON"), (report.sidecarsAlone, "JSON file", "photo"),
        ] where !paths.isEmpty {
            let words = "\(count(paths.count, noun)) without \(partner)"
            lines.append(words + (verbose ? ":" : " (--verbose names them)"))
            if verbose { lines += paths.map { "  " + $0 } }
        }
        if dryRun { lines.append("Nothing was changed.") }
        return lines
    }

    private static func list(_ counts: [(Int, String, String)]) -> String {
        counts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
            .map { "\($0.element.0) \($0.element.0 == 1 ? $0.element.1 : $0.element.2)" }
            .joined(separator: ", ")
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    static func json(_ report: ForeignImportReport, dryRun: Bool) -> JSONValue {
        .object([
            "file": .string(report.name), "program": .string(report.program.rawValue),
            "photos": .count(report.photos),
            "added": .count(dryRun ? report.cataloged.wouldRead : report.cataloged.added),
            "stories": .count(report.stories), "filledPhotos": .count(report.filledPhotos),
            "filled": .count(report.filled), "proposed": .count(report.proposed),
            "rated": .count(report.rated),
            "others": .count(report.others), "trashed": .count(report.trashed),
            "picturesAlone": .strings(report.picturesAlone),
            "sidecarsAlone": .strings(report.sidecarsAlone),
            "changes": .array(report.changes.map { .integer($0.number) }),
            "failures": .array(report.failures.map(\.json)),
        ])
    }
}
