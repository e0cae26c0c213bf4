import ArgumentParser
import ExchangeFormats
import WhatIsThat

/// What an import from another program says, and takes.
enum ForeignWords {
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

    /// What became of a Takeout or database, line by line.
    static func lines(of report: ExternalImportReport, verbose: Bool) -> [String] {
        let dryRun = report.isDryRun
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
}
