import ArgumentParser
import Files
import Foundation
import JSON
import MIMEMessage
import OutputText
import PhotoCatalog
import PhotoRecord
import ShareMail
import Synchronization
import WhatIsThat

/// `wit import MAIL…`
struct ImportVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take in mails, a Google Takeout or digiKam's database.",
        discussion: """
            Example: wit import mail.eml
                     wit import ~/Mail/Inbox --into ~/Pictures/Received
                     formail -s wit import - < inbox.mbox
                     wit import ~/Downloads/Takeout
                     wit import ~/Pictures/digikam4.db

            A mail is an .eml file, an mbox, a Maildir or - for stdin; one that came in pieces \
            (message/partial) is put together if they are all given. What is empty is filled; \
            where you wrote something else, that becomes a proposal (“wit review”). A picture is \
            of a photo you have if its bytes are, or if the mail says so and it looks so; of two \
            sizes the larger is kept. Taking a mail in twice changes nothing. “wit undo” takes a mail's import back.

            A Google Takeout is a folder of photos with Google Photos' JSON beside them, unpacked; \
            give all folders at once if it came in several archives. digiKam's database is \
            digikam4.db, which is not changed. Their photos are cataloged where they lie, and what \
            Google Photos or digiKam says of them is merged by the same rules. “wit undo” takes \
            the stories back; the photos stay in the catalog.

            A share that was too large for one mail came in several, in any order; those that are \
            still missing are named on stderr.

            With --json, one object a mail: file, subject, channels, series (id, number, total of \
            a share in several mails), change (for undo), photos (id, match, filled, proposed, \
            stored, notStored (same, smaller), larger, alike (id, distance of photos it may be), \
            refuted (id), onlyProposed, disagree (fields that the mail says two things of), \
            channels, fieldChannels), findings, failures (item, reason). One a Takeout or database: file, program, photos, added, stories, \
            filledPhotos, filled, proposed, rated, others, trashed, picturesAlone and sidecarsAlone \
            (paths of photos without JSON, of JSON without photo), changes, failures.
            """)

    @Argument(
        help: ArgumentHelp(
            "An .eml file, mbox, Maildir, - for stdin, a Takeout's folder or digikam4.db.",
            valueName: "mail"), completion: .file())
    var mails: [String]

    @Option(
        help: ArgumentHelp(
            "Where pictures go (default: the folder received beside the catalog).",
            valueName: "folder"), completion: .directory)
    var into: String?

    @Option(
        help: ArgumentHelp(
            "Where a folder of digiKam's collection lies now; may be given several times.",
            valueName: "old=new"))
    var root: [String] = []

    @Flag(help: "Name each photo of a Takeout that has no JSON, and each JSON without photo.")
    var verbose = false

    @Flag(help: "Say what would be done; change nothing.")
    var dryRun = false

    @OptionGroup var limits: LimitOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        try requireNonEmpty(into, "--into")
        _ = try ForeignImports.mapping(root)
    }

    func run() async throws {
        try refuseFile(into)
        let limits = try limits.mailLimits()
        let catalog = try dryRun ? store.openForDryRun(.rehearsal) : store.open()
        let folder = store.pictureFolder(into, dryRun: dryRun)
        let taken = MailCount()
        let ctrlC = CtrlC(endingAnyhow: { taken.stopped })
        let importer = ImportMail(
            into: catalog, pictures: folder, limits: limits, dryRun: dryRun,
            interruption: ctrlC.interruption)
        var series = ImportedSeries(catalog)
        let (mails, foreign) = ForeignImports.sorted(mails)
        let bar = ProgressBar("kB", quiet: speech.quiet)
        let size = bar.isShown ? MailMessages.bytes(in: mails) : 0
        var bytes = 0
        var someFailed = false
        var warned = false
        let onFailure: (ItemFailure) -> Void = { failure in
            bar.clear()
            Output.complain("wit: \(failure)")
            someFailed = true
        }
        try MailMessages.forEach(
            in: mails, limits: limits, prepare: { _, message in importer.contents(of: message) },
            onFailure: onFailure, onIncomplete: onFailure
        ) { place, message, contents in
            guard !ctrlC.interruption.isRequested else { return false }
            let report: ImportMail.Report
            do throws(CatalogError) {
                report = try importer.take(message, holding: contents, name: place.name)
            } catch {
                guard error.code == .interrupted else { throw error }
                return false
            }
            series.note(report)
            taken.add()
            bytes += message.root.range.count
            bar.clear()
            Self.warn(of: report, &warned)
            Self.say(report, speech: speech, dryRun: dryRun)
            for failure in report.failures { Output.complain("wit: \(failure)") }
            bar.show(done: bytes / 1000, of: size / 1000)
            someFailed = someFailed || report.hasFailed
            return !ctrlC.interruption.isRequested
        }
        bar.clear()
        ctrlC.waitForWork()
        if ctrlC.interruption.isRequested {
            throw Interrupted(said: taken.stopped)
        }
        for share in try series.incomplete() { Output.complain("wit: \(share.sentence)") }
        let imports = try ForeignImports(
            catalog: catalog, dryRun: dryRun, verbose: verbose, roots: root, speech: speech)
        if try await !imports.run(foreign, ctrlC.interruption) { someFailed = true }
        if someFailed { throw ExitStatus.someFailed }
    }

    private func refuseFile(_ folder: String?) throws {
        guard let folder else { return }
        let path = absolutePath(folder)
        if FileSystem.exists(path) && !FileSystem.isFolder(path) {
            throw ItemFailure(item: folder, reason: "a file; --into takes a folder")
        }
    }

    /// Says once what is wrong with the machine rather than with a mail.
    static func warn(of report: ImportMail.Report, _ warned: inout Bool) {
        guard !warned,
            let warning = report.contents.findings.first(where: { $0.code == .picturesNotCompared })
        else { return }
        Output.complain("wit: \(warning.message)")
        warned = true
    }

    /// Says what became of a mail.
    static func say(_ report: ImportMail.Report, speech: SpeechOptions, dryRun: Bool) {
        if speech.json {
            Output.json(report.json)
            return
        }
        for finding in report.contents.findings
        where finding.severity == .error || finding.isOfDecoder {
            Output.complain("wit: \(report.name): \(finding.message)")
        }
        if speech.quiet { return }
        let subject: ShownLine = report.subject.map { "  “\($0)”" } ?? ""
        Output.line(ShownLine(report.name).bold + subject)
        if report.contents.photos.isEmpty { Output.line("  No photo in it.") }
        for photo in report.photos { Output.line("  \(words(photo, dryRun: dryRun))") }
    }

    static func words(_ photo: ImportMail.Photo, dryRun: Bool) -> String {
        let received = photo.received
        let name =
            received.recordToTake.name ?? received.picture?.fileName ?? "A photo without a name"
        var words = [name]
        if let match = photo.merged?.match {
            words.append("known: \(match.explanation)")
            let filled = photo.merged?.filled.map(\.rawValue) ?? []
            let proposed = photo.merged?.proposed.map(\.rawValue) ?? []
            if !filled.isEmpty { words.append("filled " + filled.joined(separator: ", ")) }
            if !proposed.isEmpty {
                words.append("proposed " + proposed.joined(separator: ", ") + " (wit review)")
            }
            if filled.isEmpty && proposed.isEmpty && photo.merged?.usesPicture != true {
                words.append("nothing new")
            }
        } else {
            words.append(dryRun ? "would be added" : "added")
        }
        words += pictureWords(photo)
        if !received.disagreements.isEmpty {
            let fields = received.disagreements.map(\.field.rawValue).joined(separator: ", ")
            words.append("the mail disagrees with itself on \(fields) (wit inspect)")
        }
        let channels = received.channels.sorted().map(\.words)
        words.append(
            channels.isEmpty ? "an ordinary photo" : "by " + channels.joined(separator: ", "))
        if let path = photo.storedPath {
            words.append((dryRun ? "would be stored as " : "stored as ") + path)
        }
        return words.joined(separator: " · ")
    }

    /// What became of the picture, where that is not plain.
    private static func pictureWords(_ photo: ImportMail.Photo) -> [String] {
        guard let item = photo.merged else { return [] }
        var words: [String] = []
        switch item.unused {
        case .smaller: words.append("picture not stored: kept the larger copy")
        case .same, nil: break
        }
        if item.isLarger { words.append("kept the larger copy, this one") }
        if item.onlyProposes { words.append("came without its picture") }
        if let claimed = item.refuted {
            words.append("said to be \(claimed.text), but looks altogether different")
        }
        if let first = item.alike.first {
            let more = item.alike.count > 1 ? " and \(item.alike.count - 1) more" : ""
            let how = first.distance.map { " (\($0) bits differ)" } ?? ""
            words.append("may be \(first.photo.text)\(how)\(more): wit review joins them")
        }
        return words
    }
}

/// How many mails have been taken in, for whoever has to say it at any moment.
private final class MailCount: Sendable {
    private let count = Atomic<Int>(0)

    func add() { count.add(1, ordering: .relaxed) }

    /// What is said where the work was stopped.
    var stopped: String {
        let count = count.load(ordering: .relaxed)
        let mails = count == 1 ? "1 mail, which is" : "\(count) mails, which are"
        return "wit: stopped after \(mails) in the catalog."
    }
}

extension ImportMail.Report {
    /// Whether something of the mail could not be taken in.
    var hasFailed: Bool {
        !failures.isEmpty || contents.findings.contains { $0.severity == .error }
    }

    /// One JSON object for the mail.
    var json: JSONValue {
        var object: JSONObject = [
            "file": .string(name),
            "channels": .strings(contents.channels.sorted().map(\.rawValue)),
            "photos": .array(photos.map(\.json)),
            "findings": .array(contents.findings.map(\.json)),
            "failures": .array(failures.map(\.json)),
        ]
        object["subject"] = subject.map(JSONValue.string)
        object["series"] = contents.payloads.lazy.compactMap(\.series).first?.json
        object["change"] = change.map { .integer($0.number) }
        return .object(object)
    }
}

extension ImportMail.Photo {
    /// `id`, `match`, `filled`, `proposed`, `stored`, `notStored`, `larger`, `alike`, `refuted`,
    /// `onlyProposed`, `disagree`, `channels`, `fieldChannels`.
    var json: JSONValue {
        var object: JSONObject = [
            "channels": .strings(received.channels.sorted().map(\.rawValue)),
            "fieldChannels": .object(
                JSONObject(
                    uniqueKeysWithValues: received.channelsToTake.map {
                        ($0.rawValue, .string($1.rawValue))
                    })),
        ]
        if !received.disagreements.isEmpty {
            object["disagree"] = .strings(received.disagreements.map(\.field.rawValue))
        }
        object["id"] = merged.map { .string($0.photo.text) }
        object["match"] = merged?.match.map { .string($0.kind.rawValue) }
        object["filled"] = merged.map { .strings($0.filled.map(\.rawValue)) }
        object["proposed"] = merged.map { .strings($0.proposed.map(\.rawValue)) }
        object["stored"] = storedPath.map(JSONValue.string)
        object["notStored"] = merged?.unused.map { .string($0.rawValue) }
        object["refuted"] = merged?.refuted.map { .string($0.text) }
        if merged?.isLarger == true { object["larger"] = true }
        if merged?.onlyProposes == true { object["onlyProposed"] = true }
        if let alike = merged?.alike, !alike.isEmpty {
            object["alike"] = .array(
                alike.map { other in
                    var object: JSONObject = ["id": .string(other.photo.text)]
                    object["distance"] = other.distance.map { .integer(Int64($0)) }
                    return .object(object)
                })
        }
        return .object(object)
    }
}
