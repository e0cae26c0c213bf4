import CatalogDatabase
import MailTransport
import OutputText

/// What is done of one mailbox, in memory and, unless nothing is to change, in the catalog.
///
/// Messages are noted after they were taken in, a batch at once: a fetch that is killed between the
/// two takes the batch in once more, which changes nothing.
struct FetchLedger {
    /// How often a message is tried, in one fetch each, before only `--retry` tries it again.
    static let patience = 3

    private let catalog: PhotoCatalog?
    private let source: FetchSource
    private let writes: Bool
    /// Whether what was noted by former fetches is still to be forgotten.
    private var forgets: Bool
    /// Whether the mailbox has a UIDVALIDITY, so that its numbers mean something another day.
    private(set) var isLasting = true
    private(set) var uidValidity: UInt32 = 0
    private(set) var done = UIDSet()
    private(set) var failures: [String: FetchFailure] = [:]
    /// The failures that were marked as done and are not noted so yet.
    private var settled: [String] = []
    /// The messages of POP3 that are done and not noted so yet.
    private var identifiers: [String] = []
    /// Whether something was marked and not noted yet.
    private var hasNews = false
    private var takings: TakingNotes

    /// - Parameter forgets: Whether to begin as if nothing had been fetched before.
    init(
        _ catalog: PhotoCatalog?, _ source: FetchSource, writes: Bool, forgets: Bool
    ) throws(WitError) {
        self.forgets = forgets
        self.catalog = catalog
        self.source = source
        self.writes = writes
        takings = try TakingNotes(writes ? catalog : nil, source)
        guard let state = try catalog?.fetchState(of: source) else { return }
        uidValidity = state.uidValidity
        done = UIDSet(state.done) ?? UIDSet()
        for failure in state.failures { failures[failure.message] = failure }
    }

    /// How a mailbox stands to what is noted of it.
    enum Opening {
        /// It goes on.
        case known
        /// Its numbers are other ones than before: all starts over.
        case renumbered
        /// Its numbers may be other ones tomorrow: nothing that was noted counts.
        case unnumbered
    }

    /// Takes the mailbox's UIDVALIDITY (RFC 9051 §2.3.1.1).
    ///
    /// - Parameters:
    ///   - validity: 0 where the server does not say.
    ///   - uidNext: The number that the next message will have; 0 where the server does not say.
    ///     What is noted as done above was never there.
    ///   - mayDiffer: Whether the numbers without a UIDVALIDITY may be other ones than those that
    ///     were marked: the connection is new, and a look through the mailbox is not to be ended.
    mutating func open(
        _ validity: UInt32, uidNext: UInt32, mayDiffer: Bool
    ) throws(WitError) -> Opening {
        if validity == 0 {
            // Within one look they are kept, so that it comes to an end.
            guard isLasting || mayDiffer else { return .known }
            isLasting = false
            clear()
            return .unnumbered
        }
        var note = FetchNote()
        var opening = Opening.known
        if validity != uidValidity {
            if uidValidity != 0 || !done.isEmpty { opening = .renumbered }
            note.ignoresProgress = opening == .renumbered
        }
        note.ignoresProgress = note.ignoresProgress || forgets
        if validity != uidValidity || forgets { clear() }
        (uidValidity, forgets, isLasting) = (validity, false, true)
        if uidNext > 0 { done.remove(from: uidNext) }
        try write(&note, reached: true)
        return opening
    }

    private mutating func clear() {
        done = UIDSet()
        failures = [:]
    }

    /// The first number that is not done.
    var firstOpen: UInt32 {
        guard let first = done.ranges.first, first.lowerBound == 1 else { return 1 }
        return first.upperBound == .max ? .max : first.upperBound + 1
    }

    /// How many messages failed too often to be tried unasked.
    var givenUp: Int { failures.values.count { $0.tries >= Self.patience } }

    /// Messages to be tried once more.
    func again(all: Bool) -> Set<String> {
        Set(failures.values.filter { all || $0.tries < Self.patience }.map(\.message))
    }

    /// Takes a message as done; ``write()`` notes it.
    mutating func mark(_ uid: UInt32) {
        done.insert(uid...uid)
        if failures.removeValue(forKey: String(uid)) != nil { settled.append(String(uid)) }
        hasNews = true
    }

    /// Takes numbers as done that no message has, or that are done; ``write()`` notes it.
    mutating func skip(_ range: ClosedRange<UInt32>) {
        done.insert(range)
        hasNews = true
    }

    /// Notes what was marked as done.
    mutating func write() throws(WitError) {
        guard hasNews else { return }
        var note = FetchNote()
        try write(&note, reached: identifiers.isEmpty)
    }

    /// Takes a message of POP3 as done; ``write()`` notes it.
    mutating func mark(identifier: String) {
        identifiers.append(identifier)
        if failures.removeValue(forKey: identifier) != nil { settled.append(identifier) }
        hasNews = true
    }

    /// Notes a message as failed, and so as done for now.
    ///
    /// - Parameters:
    ///   - waits: Whether it waits for something, so that it is tried in every fetch.
    ///   - givesUp: Whether it is not tried again unasked.
    mutating func fail(
        _ message: String, uid: UInt32?, reason: String, waits: Bool = false,
        givesUp: Bool = false
    ) throws(WitError) {
        let tries =
            waits ? 0 : givesUp ? Self.patience : (failures[message]?.tries ?? 0) + 1
        let failure = FetchFailure(message: message, reason: reason, tries: tries)
        failures[message] = failure
        var note = FetchNote()
        note.failures = [failure]
        if let uid { done.insert(uid...uid) } else { note.identifiers = [message] }
        try write(&note, reached: uid != nil)
    }

    /// Those of POP3's identifiers that are not done.
    mutating func open(among identifiers: [String]) throws(WitError) -> Set<String> {
        if forgets {
            clear()
            // A dry run does not write it down, and goes on without.
            guard writes else { return Set(identifiers) }
            var note = FetchNote()
            note.ignoresProgress = true
            try write(&note, reached: false)
            forgets = false
        }
        return Set(identifiers).subtracting(
            try catalog?.fetched(among: identifiers, of: source) ?? [])
    }

    // MARK: What the program is at

    /// Notes which messages are looked at from now on; none where nothing is.
    mutating func take(_ messages: [String]) throws(WitError) {
        if isLasting { try takings.note(messages) }
    }

    /// Notes that all of the mailbox was looked through: what a former fetch was at when it ended was
    /// looked at again, is done, or is gone.
    mutating func finish() throws(WitError) { try takings.forgetEnds() }

    /// Whether a message is to be looked at alone.
    func isSuspect(_ message: String) -> Bool { takings.isSuspect(message) }

    /// Why a message is put aside; nil for one that is to be tried.
    func reasonAside(_ message: String) -> String? {
        takings.endsTooMany(message).map { count in
            "the program ended \(count) times while importing this mail; it is set aside"
        }
    }

    private mutating func write(_ note: inout FetchNote, reached: Bool) throws(WitError) {
        guard writes, isLasting, let catalog else { return }
        if reached { note.reached = (uidValidity, done.description) }
        note.settled += settled
        note.identifiers += identifiers
        (settled, identifiers, hasNews) = ([], [], false)
        try catalog.note(note, of: source)
    }
}
