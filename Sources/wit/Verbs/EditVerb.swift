import ArgumentParser
import PhotoCatalog
import PhotoRecord
import WhatIsThat

/// `wit edit PHOTO…`
struct EditVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Write a name, caption, date, place, keywords or people.",
        usage: "wit edit <photo> ... <what to write> [<options>]",
        discussion: """
            Example: wit edit IMG_1.jpg --name "Red kite" --keyword +bird --at 48.858,2.294
                     wit edit IMG_1.jpg --place "Grandma's garden"
                     wit edit IMG_1.jpg --at "" --person -Anna
                     wit edit *.jpg --from-gpx walk.gpx --camera-clock +02:00

            What you write stands above what the file says. The files themselves are not \
            changed; one that is not in the catalog yet is added to it. An empty text ("") takes \
            the value away. “wit undo” takes the edit back.

            The name that you give to the place of a photo with a point is remembered: photos \
            around it that have no name of a place get it too.

            With --json, the records as they are now, one a line.
            """)

    @OptionGroup var photos: PhotoReferences

    @Option(parsing: .unconditional, help: "A short name: what it is.")
    var name: String?

    @Option(parsing: .unconditional, help: "A longer description.")
    var caption: String?

    @Option(
        parsing: .unconditional,
        help: "When it was taken: 2024-05-01, or 2024-05-01T10:22:33, also with +02:00.")
    var date: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where it was taken: a point in decimal degrees, or a place by its name.",
            valueName: "spot"))
    var at: String?

    @Option(parsing: .unconditional, help: "The name of the place.")
    var place: String?

    @Option(
        name: .customLong("keyword"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("+word adds a keyword, -word takes it away.", valueName: "±word"))
    var keywords: [String] = []

    @Option(
        name: .customLong("person"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("+name adds a person, -name takes them away.", valueName: "±name"))
    var people: [String] = []

    @OptionGroup var tracks: TrackOptions

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        let edits = try edits()
        if edits.isEmpty && tracks.files.isEmpty {
            throw ValidationError(
                "Nothing to write: give --name, --caption, --date, --at, --place, --keyword, "
                    + "--person or --from-gpx.")
        }
        try tracks.check(besides: edits)
    }

    func run() async throws {
        var edits = try edits()
        try locate(&edits)
        let read = try tracks.read()
        let catalog = try store.open()
        var failures: [ItemFailure] = []
        let ids = try await photos.resolvedOrAdded(to: catalog, failures: &failures)
        let placed = try read.map { try $0.place(ids, in: catalog) }
        edits.places = placed?.places ?? [:]
        failures += placed?.failures ?? []
        let change = try edits.apply(
            to: takingOut(borrowed: ids, edits, in: catalog, &failures), in: catalog)
        for failure in failures { Output.complain("wit: \(failure)") }
        if speech.json {
            for id in ids {
                if let record = try catalog.record(id) { Output.json(record.json) }
            }
        } else if !speech.quiet {
            if let placed { Output.line(placed.words + ".") }
            if let change {
                Output.line("Change \(change.number): \(change.summary). “wit undo” takes it back.")
            } else if !ids.isEmpty, placed == nil {
                Output.line("Nothing to change: it was so already.")
            }
        }
        if !failures.isEmpty { throw ExitStatus.someFailed }
    }

    private func edits() throws -> EditPhotos {
        var edits = EditPhotos()
        edits.name = name
        edits.caption = caption
        edits.placeName = place
        if let at, !at.isEmpty {
            edits.coordinate = try Self.point(at)
        } else if at != nil {
            if place?.isEmpty == false {
                throw ValidationError("--at “” takes the place away too: leave out one of both.")
            }
            edits.removesLocation = true
            edits.placeName = nil
        }
        edits.removesTaken = date?.isEmpty == true
        if let date, !date.isEmpty {
            let read = try DateArgument(parsing: date)
            edits.taken = CaptureTime(
                local: read.local, offset: read.offset, offsetSource: .user, source: "user")
        }
        edits.keywords = try Self.list(keywords, option: "--keyword")
        edits.people = try Self.list(people, option: "--person")
        return edits
    }

    static func list(_ words: [String], option: String) throws -> EditPhotos.ListEdit {
        var edit = EditPhotos.ListEdit()
        for word in words {
            let text = String(word.dropFirst())
            switch word.first {
            case "+" where !text.isEmpty: edit.adding.append(text)
            case "-" where !text.isEmpty: edit.removing.append(text)
            default:
                throw ValidationError("\(option) “\(word)”: write +word to add, -word to remove.")
            }
        }
        if let both = edit.adding.first(where: edit.removing.contains) {
            throw ValidationError("\(option) “\(both)” can't be both added and removed.")
        }
        return edit
    }
}
