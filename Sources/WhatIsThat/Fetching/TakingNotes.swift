import CatalogDatabase
import Foundation
import OutputText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Which messages of a mailbox the program is at, noted in the catalog before it looks at them: so
/// the next fetch knows over which one the program ended, and a message that ends it each time does
/// not keep the others from being reached.
///
/// Not noted is what a dry run looks at, and what has no lasting number.
struct TakingNotes {
    /// How often the program may end over a message before that is put aside.
    static let patience = 2

    private let catalog: PhotoCatalog?
    private let source: FetchSource
    /// By messages that the program ended over, or over others with them: how often.
    private var ended: [String: Int] = [:]
    private var isNoted = false

    /// - Parameter catalog: nil where nothing is noted.
    init(_ catalog: PhotoCatalog?, _ source: FetchSource) throws(WitError) {
        self.catalog = catalog
        self.source = source
        let takings = try catalog?.interruptedAttempts(of: source, isAlive: Self.isAlive)
        for taking in takings ?? [] { ended[taking.message] = taking.ends }
    }

    /// Whether another process of a number runs: in a container each may have the number of the one before.
    private static func isAlive(_ process: Int32) -> Bool {
        process != getpid() && (kill(process, 0) == 0 || errno != ESRCH)
    }

    /// Forgets over which messages the program ended: all of the mailbox was looked through since.
    mutating func forgetEnds() throws(WitError) {
        guard let catalog, !ended.isEmpty else { return }
        try catalog.forgetInterruptedAttempts(of: source, isAlive: Self.isAlive)
        ended = [:]
    }

    /// Whether a message is to be looked at alone, since the program ended over it or its like.
    func isSuspect(_ message: String) -> Bool { ended[message] != nil }

    /// How often the program ended over a message that is to be put aside for it; nil for others.
    func endsTooMany(_ message: String) -> Int? {
        ended[message].flatMap { $0 >= Self.patience ? $0 : nil }
    }

    /// Notes which messages are looked at from now on; none where nothing is.
    mutating func note(_ messages: [String]) throws(WitError) {
        guard let catalog, isNoted || !messages.isEmpty else { return }
        try catalog.noteTaking(messages, of: source, process: getpid(), ends: ended)
        isNoted = !messages.isEmpty
    }
}
