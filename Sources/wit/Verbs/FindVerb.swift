import ArgumentParser
import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoRecords
import WhatIsThat

/// `wit find [WORDS…]`
struct FindVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find photos by text, place, time, keyword or person.",
        discussion: """
            Example: wit find red kite --near 48.85837,2.29448 --within 5 --since 2024-05
                     wit find --near "Paris, Texas"

            A photo must match everything that is given. Words are searched for in names, \
            captions, keywords, people, places and regions, each as the prefix of a word; \
            case, accents and width do not matter, in any script. --near takes a place's name in \
            any language: München, Londres, 東京.

            With --json, one record per line: wit find kite --json | wit share - --to …
            """)

    @Argument(help: ArgumentHelp("Words, all of which must match.", valueName: "words"))
    var words: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Around coordinates in decimal degrees, or a named place.", valueName: "spot"))
    var near: String?

    @Option(
        help: ArgumentHelp(
            "The radius in kilometres (default: 1, or the extent of a named place).",
            valueName: "km"))
    var within: Double?

    @Option(help: "Taken on or after a year, month, day or time.")
    var since: String?

    @Option(help: "Taken on or before a year, month, day or time.")
    var until: String?

    @Option(help: "With this keyword.", completion: Completions.keywords)
    var keyword: String?

    @Option(help: "With this person.", completion: Completions.people)
    var person: String?

    @Flag(help: "Only photos without a name.")
    var unnamed = false

    @Flag(help: "Only photos without a place.")
    var unlocated = false

    @Flag(help: "Only photos whose files are gone.")
    var missing = false

    @Option(help: ArgumentHelp("The maximum number of results.", valueName: "n"))
    var limit: Int?

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        _ = try near.map { try PlaceArgument(parsing: $0) }
        _ = try query()
    }

    func run() async throws {
        let catalog = try store.openToRead()
        let place = try near.map { try PlaceArgument(parsing: $0) }
        let spot = try await place?.spot(in: catalog)
        var query = try query()
        query.near = spot.map { PhotoQuery.Near($0.point, kilometres: within ?? $0.reach ?? 1) }
        let find = FindPhotos(query, in: catalog)
        let isJSON = speech.json
        let report = try await CtrlC.cancels(endingAnyhow: { "wit: stopped." }) {
            try await find.run { progress in
                guard case .item(let record as PhotoRecord) = progress.event else { return }
                if isJSON {
                    Output.json(record.json)
                } else {
                    Self.lines(record).forEach { Output.line($0) }
                }
            }
        }
        let count = report.count
        if report.wasInterrupted {
            throw Interrupted(said: "wit: stopped after \(count.counted("photo")).")
        }
        if speech.json, !speech.quiet, let told = spot?.told {
            Output.complain("wit: around \(told)")
        } else if !speech.quiet && !speech.json {
            let around = spot?.told.map { " around " + $0 } ?? ""
            Output.line("\(count) \(count == 1 ? "photo" : "photos")\(around).")
        }
    }

    private func query() throws -> PhotoQuery {
        var query = PhotoQuery()
        query.words = words
        if within != nil && near == nil {
            throw ValidationError("--within needs --near.")
        }
        if let within {
            do { try FindPhotos.refuse(kilometres: within) } catch {
                throw ValidationError("--within \(error.reason).")
            }
        }
        query.since = try since.map { try SpanArgument(parsing: $0).first }
        query.until = try until.map { try SpanArgument(parsing: $0).last }
        if let since, let until, let first = query.since, let last = query.until {
            do { try FindPhotos.refuse(first, last) } catch {
                throw ValidationError("--since \(since) is after --until \(until).")
            }
        }
        query.keyword = keyword
        query.person = person
        query.unnamed = unnamed
        query.unlocated = unlocated
        query.missing = missing
        if let limit {
            do { try FindPhotos.refuse(limit: limit) } catch {
                throw ValidationError("--limit \(error.reason).")
            }
        }
        query.limit = limit
        return query
    }

    static func lines(_ record: PhotoRecord) -> [ShownLine] {
        let name = record.name ?? record.caption ?? "(no name)"
        var facts: [String] = []
        if let taken = record.taken {
            facts.append(taken.local.iso.split(separator: "T").joined(separator: " "))
        }
        if let place = record.location?.place?.name {
            facts.append(place)
        } else if let point = record.location?.coordinate {
            facts.append("\(point.latitude), \(point.longitude)")
        }
        if !record.keywords.isEmpty { facts.append(record.keywords.joined(separator: ", ")) }
        return [
            ShownLine(name).bold
                + (facts.isEmpty ? "" : "  \(facts.joined(separator: " · "))"),
            "  " + ShownLine(record.file ?? record.id?.text ?? "").dim,
        ]
    }
}
