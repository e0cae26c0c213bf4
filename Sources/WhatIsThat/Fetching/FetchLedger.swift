import MailTransport
import PhotoCatalog

/// What is done of one mailbox, in memory and, unless nothing is to change, in the catalog.
///
/// A message is noted after it was taken in: a fetch that is killed between the two takes it in once
/// more, which changes nothing.
struct FetchLedger {
    /// How often a message is tried, in one fetch each, before only `--retry` tries it again.
    static let patience = 3

    private let catalog: PhotoCatalog?
    private let source: FetchSource
    private let writes: Bool
    private(set) var uidValidity: UInt32 = 0
    private(set) var done = UIDSet()
    private(set) var failures: [String: FetchFailure] = [:]

    init(_ catalog: PhotoCatalog?, _ source: FetchSource, writes: Bool) throws(CatalogError) {
        self.catalog = catalog
        self.source = source
        self.writes = writes
        guard let state = try catalog?.fetchState(of: source) else { return }
        uidValidity = state.uidValidity
        done = UIDSet(state.done) ?? UIDSet()
        for failure in state.failures { failures[failure.message] = failure }
    }

    /// Takes the mailbox's UIDVALIDITY (RFC 9051 §2.3.1.1).
    ///
    /// - Returns: Whether it is another one than before, so that all starts over.
    mutating func open(_ validity: UInt32) throws(CatalogError) -> Bool {
        guard validity != uidValidity else { return false }
        let isOther = uidValidity != 0 || !done.isEmpty
        uidValidity = validity
        done = UIDSet()
        failures = [:]
        var note = FetchNote()
        note.startsOver = isOther
        try write(&note, reached: true)
        return isOther
    }

    /// The first number that is not done.
    var firstOpen: UInt32 {
        guard let first = done.ranges.first, first.lowerBound == 1 else { return 1 }
        return first.upperBound == .max ? .max : first.upperBound + 1
    }

    /// Messages to be tried once more.
    func again(all: Bool) -> Set<String> {
        Set(failures.values.filter { all || $0.tries < Self.patience }.map(\.message))
    }

    /// Notes messages as done.
    mutating func finish(_ ranges: [ClosedRange<UInt32>]) throws(CatalogError) {
        for range in ranges { done.insert(range) }
        var note = FetchNote()
        note.settled = failures.keys.filter { key in
            UInt32(key).map { uid in ranges.contains { $0.contains(uid) } } ?? false
        }
        for key in note.settled { failures[key] = nil }
        try write(&note, reached: true)
    }

    /// Notes a message of POP3 as done.
    mutating func finish(identifier: String) throws(CatalogError) {
        var note = FetchNote()
        note.identifiers = [identifier]
        if failures.removeValue(forKey: identifier) != nil { note.settled = [identifier] }
        try write(&note, reached: false)
    }

    /// Notes a message as failed, and so as done for now.
    ///
    /// - Parameter waits: Whether it waits for something, so that it is tried in every fetch.
    mutating func fail(
        _ message: String, uid: UInt32?, reason: String, waits: Bool = false
    ) throws(CatalogError) {
        let tries = waits ? 0 : (failures[message]?.tries ?? 0) + 1
        let failure = FetchFailure(message: message, reason: reason, tries: tries)
        failures[message] = failure
        var note = FetchNote()
        note.failures = [failure]
        if let uid { done.insert(uid...uid) } else { note.identifiers = [message] }
        try write(&note, reached: uid != nil)
    }

    /// Those of POP3's identifiers that are not done.
    func open(among identifiers: [String]) throws(CatalogError) -> Set<String> {
        Set(identifiers).subtracting(
            try catalog?.fetched(among: identifiers, of: source) ?? [])
    }

    private func write(_ note: inout FetchNote, reached: Bool) throws(CatalogError) {
        guard writes, let catalog else { return }
        if reached { note.reached = (uidValidity, done.description) }
        try catalog.note(note, of: source)
    }
}
