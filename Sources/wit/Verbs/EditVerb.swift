import ArgumentParser
import CatalogDatabase
import JSON
import OutputText
import PhotoRecords
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
                     wit edit IMG_1.jpg --write-metadata

            What you write takes precedence over what the file says. A file that is not in the \
            catalog yet is added to it. An empty text ("") removes the value. “wit undo” reverts \
            the edit.

            The files themselves are changed only with --write-metadata: everything the catalog \
            knows about a photo is written to their EXIF and XMP, and to IPTC where they have \
            it; everything else in them is kept. --write-sidecar writes the same to an XMP file \
            beside each. Both work without any other option too, and “wit undo” restores the \
            previous metadata, except in files that another program has changed since. If a \
            photo has several files, a path selects that one, an id all of them.

            The place name that you give to a photo with coordinates is remembered: photos \
            nearby that have no place name get it too.

            With --json, the records as they are now, one per line.
            """)

    @OptionGroup var photos: PhotoReferences

    @Option(parsing: .unconditional, help: "A short name: what it is.")
    var name: String?

    @Option(parsing: .unconditional, help: "A longer description.")
    var caption: String?

    @Option(
        parsing: .unconditional,
        help: "When it was taken: 2024-05-01 or 2024-05-01T10:22:33, optionally with +02:00.")
    var date: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where it was taken: coordinates in decimal degrees, or the name of a place.",
            valueName: "spot"))
    var at: String?

    @Option(parsing: .unconditional, help: "The name of the place.")
    var place: String?

    @Option(
        name: .customLong("keyword"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("+word adds a keyword, -word removes it.", valueName: "±word"),
        completion: Completions.keywords)
    var keywords: [String] = []

    @Option(
        name: .customLong("person"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("+name adds a person, -name removes them.", valueName: "±name"),
        completion: Completions.people)
    var people: [String] = []

    @OptionGroup var tracks: TrackOptions
    @OptionGroup var writing: WriteOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        let edits = try edits()
        if edits.isEmpty, tracks.files.isEmpty, writing.targets.isEmpty {
            throw ValidationError(
                "Nothing to write: give --name, --caption, --date, --at, --place, --keyword, "
                    + "--person or --from-gpx, or --write-metadata or --write-sidecar.")
        }
        try tracks.check(besides: edits)
    }

    func run() async throws {
        var options = EditPhotos.Options()
        options.edits = try edits()
        let told = try await locate(&options.edits)
        options.tracks = try tracks.tracks()
        options.targets = writing.targets
        options.reportsRecords = speech.json
        let store = store
        let edit = EditPhotos(photos.selection, options, in: try store.open())
        let bar = ProgressBar("files", quiet: speech.quiet)
        let report = try await CtrlC.cancels {
            try await edit.run { progress in
                switch progress.event {
                case .item(let record):
                    bar.clear()
                    Output.json(record.json)
                case .notice(let sentence): Output.complain("wit: \(sentence)")
                default: break
                }
                if progress.stage == .writing { bar.show(progress) }
            }
        }
        bar.clear()
        EditWords.complain(of: report, quiet: speech.quiet)
        if !speech.json, !speech.quiet, !report.wasInterrupted || report.change != nil {
            if let placed = report.placed { Output.line("\(placed.words).") }
            if let told { Output.line("The place is \(told).") }
            EditWords.say(report, isSame: report.photos > 0 && !options.edits.isEmpty)
        }
        if report.wasInterrupted {
            throw Interrupted(said: Self.stopped(report))
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }

    /// What is said where the work was stopped.
    static func stopped(_ report: EditPhotos.Report) -> String {
        let number = (report.change?.number ?? report.written?.change).map(String.init)
        guard let number else { return "wit: stopped; nothing was changed." }
        let files = (report.written?.files ?? 0) + (report.written?.sidecars ?? 0)
        return "wit: stopped; change \(number) "
            + (report.written == nil ? "was made" : "was written to \(files.counted("file"))")
            + ", and “wit undo” reverts it."
    }

    private func edits() throws -> PhotoEdits {
        var edits = PhotoEdits()
        edits.name = name
        edits.caption = caption
        edits.placeName = place
        if let at, !at.isEmpty {
            edits.coordinate = try Self.point(at)
        } else if at != nil {
            if place?.isEmpty == false {
                throw ValidationError("--at “” removes the place too: leave out one of them.")
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

    static func list(_ words: [String], option: String) throws -> PhotoEdits.ListEdit {
        var edit = PhotoEdits.ListEdit()
        for word in words {
            let text = String(word.dropFirst())
            switch word.first {
            case "+" where !text.isEmpty: edit.adding.append(text)
            case "-" where !text.isEmpty: edit.removing.append(text)
            default:
                throw ValidationError("\(option) “\(word)”: write +word to add, -word to remove.")
            }
        }
        do { try edit.refuseBoth() } catch {
            throw ValidationError("\(option) \(error.item) \(error.reason).")
        }
        return edit
    }
}
