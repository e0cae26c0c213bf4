import OutputText
import Synchronization

/// Where pieces of messages wait for the others: in memory while they are few, else in a file
/// without a name.
///
/// Octets are only ever added, so that assemblers which are copies of one another may share it.
final class PartialSpool: Sendable {
    private let held = Mutex(MailOctets([]))

    /// All that is in it.
    var octets: MailOctets { held.withLock { $0 } }

    /// How many octets it has, those that nobody needs any more counted.
    var count: Int { held.withLock { $0.count } }

    /// Adds octets.
    ///
    /// - Returns: Where they stand.
    /// - Throws: ``WitError`` where there is no room for them.
    func append(_ more: [UInt8]) throws(WitError) -> Range<Int> {
        try held.withLock { held throws(WitError) in
            let start = held.count
            try held.append(more)
            return start..<held.count
        }
    }

    /// Adds the decoded body of a part, piece by piece.
    ///
    /// - Returns: Where it stands.
    /// - Throws: ``WitError`` where there is no room for it.
    func append(bodyOf part: MIMEPart) throws(WitError) -> Range<Int> {
        try held.withLock { held throws(WitError) in
            let start = held.count
            var failure: WitError?
            part.decode { piece in
                guard failure == nil else { return }
                do throws(WitError) {
                    try held.append(Array(piece))
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            return start..<held.count
        }
    }

    /// Adds octets of another spool.
    func append(
        _ range: Range<Int>, of other: PartialSpool
    ) throws(WitError) -> Range<Int> {
        let source = other.octets
        return try held.withLock { held throws(WitError) in
            let start = held.count
            try held.append(source, range)
            return start..<held.count
        }
    }
}
