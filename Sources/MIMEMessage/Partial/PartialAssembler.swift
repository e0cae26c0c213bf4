import OutputText

/// Puts messages together that came in pieces (`message/partial`, RFC 2046 §5.2.2).
///
/// ```swift
/// var assembler = PartialAssembler()
/// for message in messages {
///     if case .whole(let whole, _) = try assembler.take(message, named: name) { show(whole) }
/// }
/// for set in assembler.incomplete { print(set.sentence) }
/// ```
///
/// Pieces may come in any order and from anywhere; what belongs together says `id`. They are kept
/// within ``Limits`` until their message is whole: in memory while they are few, else in a file
/// without a name, so that memory stays flat for a message of any size.
public struct PartialAssembler: Sendable {
    /// How much is kept of what is not whole.
    public struct Limits: Hashable, Sendable {
        /// Messages that are not yet whole.
        public var sets: Int
        /// Pieces of one message.
        public var pieces: Int
        /// Octets of all pieces that are kept, decoded, their headers apart.
        public var octets: Int

        /// Limits of one's own; 1,000 messages, 1,000 pieces of each, 512 MiB.
        public init(sets: Int = 1_000, pieces: Int = 1_000, octets: Int = 512 << 20) {
            self.sets = sets
            self.pieces = pieces
            self.octets = octets
        }
    }

    /// What became of a message.
    public enum Outcome: Sendable {
        /// It is no piece, or does not say which: a message as any other.
        case ordinary
        /// It is a piece, and waits for others.
        case kept
        /// It was the last piece that was missing: the message of so many pieces.
        case whole(MailMessage, pieces: Int)
        /// It is a piece, but over a limit or at odds with others.
        case refused(MIMEDefect)
    }

    /// A message of which pieces are missing.
    public struct Incomplete: Hashable, Sendable {
        /// What its pieces have in common.
        public var id: String
        /// The numbers that did not come; those up to the highest one where none says the total.
        public var missing: [Int]
        /// How many pieces there should be; nil where none of them says it.
        public var total: Int?
        /// The names of the pieces that came, as they were given.
        public var names: [String]
    }

    private let limits: Limits
    private var sets: [String: PartialSet] = [:]
    private var order: [String] = []
    private var done = RecentNames(limit: 10_000)
    /// The octets of the pieces that wait, and those that they have in the spool, headers and all.
    private var octets = 0
    private var spooled = 0
    private(set) var spool = PartialSpool()
    /// How large the spool has to be before it is tidied up again where there was no room to.
    private var untidyUpTo = 0

    /// An assembler with nothing in it.
    public init(limits: Limits = Limits()) { self.limits = limits }

    /// Takes a message.
    ///
    /// - Parameters:
    ///   - message: Any message; what is no piece is given back as ordinary.
    ///   - name: Names the piece where its message stays incomplete.
    /// - Throws: ``WitError`` where there is no room for a temporary file; the piece is not
    ///   kept then, and may be given again.
    public mutating func take(
        _ message: MailMessage, named name: String = ""
    ) throws(WitError) -> Outcome {
        guard let piece = PartialPiece(message) else { return .ordinary }
        if done.contains(piece.id) { return .kept }
        if let reason = refusal(of: piece, in: message) {
            return .refused(
                MIMEDefect(
                    .error, .partialRefused, at: 0,
                    "The piece of the message \(piece.id) is ignored: \(reason)."))
        }
        defer { tidy() }
        // The only holder of a set changes it in place.
        let isNew = sets[piece.id] == nil
        var set = sets.removeValue(forKey: piece.id) ?? PartialSet()
        let former = set.mayBeWhole(with: piece) ? set : nil
        let (octetsBefore, spooledBefore) = (set.octetCount, set.spooledCount)
        do throws(WitError) {
            try set.take(piece, of: message, named: name, into: spool)
            if set.isWhole {
                let whole = try set.joined(from: spool, limits: message.root.source.limits)
                octets -= octetsBefore
                spooled -= spooledBefore
                order.removeAll { $0 == piece.id }
                done.insert(piece.id)
                // A piece that holds a piece stays one: it is given as it is, so nothing goes in
                // circles.
                return .whole(whole, pieces: set.count)
            }
        } catch {
            if !isNew { sets[piece.id] = former ?? set }
            throw error
        }
        octets += set.octetCount - octetsBefore
        spooled += set.spooledCount - spooledBefore
        sets[piece.id] = set
        if isNew { order.append(piece.id) }
        return .kept
    }

    /// The messages that are not whole, in the order of their first pieces.
    public var incomplete: [Incomplete] {
        order.compactMap { id in
            sets[id].map {
                Incomplete(id: id, missing: $0.missing, total: $0.total, names: $0.names)
            }
        }
    }

    private func refusal(of piece: PartialPiece, in message: MailMessage) -> String? {
        if piece.number > limits.pieces || (piece.total ?? 0) > limits.pieces {
            return "it has more than \(limits.pieces) pieces"
        }
        guard let set = sets[piece.id] else {
            return sets.count >= limits.sets
                ? "more than \(limits.sets) messages are waiting for their other pieces"
                : PartialSet().contradiction(of: piece) ?? refusal(ofBody: message.root)
        }
        return set.contradiction(of: piece)
            ?? (set.has(piece.number) ? nil : refusal(ofBody: message.root))
    }

    /// Why a body is too long, which is known before any of it is kept.
    private func refusal(ofBody part: MIMEPart) -> String? {
        var count = 0
        let defects = part.decode { count += $0.count }
        if defects.contains(where: { $0.code == .decodedLimit }) {
            return "it decodes to more than \(part.source.limits.decodedBytes) octets"
        }
        if octets + count > limits.octets {
            return "the pieces waiting for others take more than \(limits.octets) octets"
        }
        return nil
    }

    /// Lets go of the octets of what has been put together, or could not be kept, when they are
    /// more than those that wait.
    private mutating func tidy() {
        guard !sets.isEmpty else {
            if spool.count > 0 { spool = PartialSpool() }
            return
        }
        guard spool.count - spooled > max(spooled, MailOctets.maximumOctetsInMemory),
            spool.count >= untidyUpTo
        else { return }
        let other = PartialSpool()
        var moved = sets
        do throws(WitError) {
            for id in order { try moved[id]?.move(from: spool, to: other) }
        } catch {
            // There is no room to tidy up; what waits stands where it stood. It is tried again
            // when that has grown, not for each piece.
            untidyUpTo = spool.count + MailOctets.maximumOctetsInMemory
            return
        }
        (sets, spool) = (moved, other)
        untidyUpTo = 0
    }
}

extension PartialAssembler.Incomplete {
    /// One sentence for a person: `Of the message … in 5 pieces, 2 and 4 are missing.`
    public var sentence: String {
        var runs: [ClosedRange<Int>] = []
        for number in missing {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        var words = runs.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
        }
        if total == nil { words.append("the last ones") }
        let verb = missing.count + (total == nil ? 2 : 0) == 1 ? "is" : "are"
        let pieces = total.map { "in \($0) pieces" } ?? "in pieces"
        return "Of the message \(id) \(pieces), \(words.joined(separator: ", ")) \(verb) missing."
    }
}
