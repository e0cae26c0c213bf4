import ArgumentParser
import CatalogDatabase
import MailTransport
import OutputText
import WhatIsThat

/// `wit import MAIL…`
struct ImportVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import mails, a Google Takeout export or a digiKam database.",
        discussion: """
            Example: wit import mail.eml
                     wit import ~/Mail/Inbox --into ~/Pictures/Received
                     formail -s wit import - < inbox.mbox
                     wit import ~/Downloads/Takeout
                     wit import ~/Pictures/digikam4.db

            A mail is an .eml file, an mbox, a Maildir or - for stdin; one that came in pieces \
            (message/partial) is reassembled if all of them are given. Empty fields are filled \
            in; where you wrote something else, the mail's value becomes a proposal (“wit \
            review”). A picture belongs to a photo you have if the bytes are the same, or if the \
            mail says so and the picture looks the same; of two sizes the larger is kept. \
            Importing a mail twice changes nothing. “wit undo” reverts a mail's import.

            A Google Takeout is an unpacked folder of photos with Google Photos' JSON beside \
            them; give all folders at once if it came in several archives. digiKam's database is \
            digikam4.db, which is not changed. Their photos are cataloged where they are, and \
            what Google Photos or digiKam knows about them is merged by the same rules. “wit undo” \
            reverts that; the photos stay in the catalog.

            A mail that answers a question (“wit ask”) is filed with it, and what it says about \
            the marked spot is proposed.

            A share too large for one mail arrives in several, in any order; those still \
            missing are listed on stderr.

            With --json, one object per mail: file, subject, channels, series (id, number, total \
            of a share in several mails), change (for undo), photos (id, match, filled, \
            proposed, stored, notStored (same, smaller), larger, alike (id, distance of photos \
            it may be), refuted (id), onlyProposed, disagree (fields with contradictory \
            values), channels, fieldChannels), answer (question, kind, by, state, known, \
            proposed, photoGone: what the mail is to a question), findings, failures (item, code, \
            reason). One per Takeout or database: file, program, photos, added, stories, filledPhotos, filled, \
            proposed, rated, others, trashed, picturesAlone and sidecarsAlone (paths of photos \
            without JSON, of JSON without photo), changes, failures.
            """)

    @Argument(
        help: ArgumentHelp(
            "An .eml file, mbox, Maildir, - for stdin, a Takeout's folder or digikam4.db.",
            valueName: "mail"), completion: .file())
    var mails: [String]

    @Option(
        help: ArgumentHelp(
            "The folder for pictures (default: received, beside the catalog).",
            valueName: "folder"), completion: .directory)
    var into: String?

    @Option(
        help: ArgumentHelp(
            "Where a folder of digiKam's collection is now; may be repeated.",
            valueName: "old=new"))
    var root: [String] = []

    @Flag(help: "List each photo of a Takeout without JSON, and each JSON without a photo.")
    var verbose = false

    @Flag(help: "Show what would be done; change nothing.")
    var dryRun = false

    @OptionGroup var limits: LimitOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        try requireNonEmpty(into, "--into")
        _ = try ForeignWords.mapping(root)
    }

    func run() async throws {
        let words = ImportWords(speech: speech, dryRun: dryRun, verbose: verbose)
        var options = ImportFiles.Options()
        let settings = try limits.readSettings()
        options.limits = try limits.mailLimits(of: settings)
        options.ownAddresses = settings.accounts.map(\.address)
        options.roots = try ForeignWords.mapping(root)
        options.dryRun = dryRun
        options.countsBytes = words.showsBar
        let store = store
        let dryRun = dryRun
        let files = ImportFiles(
            mails, into: try dryRun ? store.openForDryRun(.rehearsal) : store.open(),
            pictures: into ?? store.receivedFolder, options: options)
        let report = try await CtrlC.cancels(endingAnyhow: { words.farewell }) {
            try await files.run { words.say($0) }
        }
        words.clear()
        if report.wasInterrupted { throw Interrupted(said: words.stopped) }
        if report.hasFailed { throw ExitStatus.someFailed }
    }
}
