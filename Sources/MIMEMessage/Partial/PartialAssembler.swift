/// Puts messages together that came in pieces (`message/partial`, RFC 2046 §5.2.2).
///
/// ```swift
/// var assembler = PartialAssembler()
/// for message in messages {
///     if case .whole(let whole, _) = assembler.take(message, named: name) { show(whole) }
/// }
/// for set in assembler.incomplete { print(set.sentence) }
/// ```
///
/// Pieces may come in any order and from anywhere; what belongs together says `id`. They are kept
/// in memory until their message is whole, within ``Limits``.
public struct PartialAssembler: Sendable {
    /// How much is kept of what is not whole.
    public struct Limits: Hashable, Sendable {
        /// Messages that are not yet whole.
        public var sets: Int
        /// Pieces of one message.
        public var pieces: Int
        /// Octets of all pieces that are kept.
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
        case whole(MIMEMessage, pieces: Int)
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
    private var done: Set<String> = []
    private var octets = 0

    /// An assembler with nothing in it.
    public init(limits: Limits = Limits()) { self.limits = limits }

    /// Takes a message.
    ///
    /// - Parameters:
    ///   - message: Any message; what is no piece is given back as ordinary.
    ///   - name: Names the piece where its message stays incomplete.
    public mutating func take(_ message: MIMEMessage, named name: String = "") -> Outcome {
        guard let piece = PartialPiece(message) else { return .ordinary }
        if done.contains(piece.id) { return .kept }
        var set = sets[piece.id] ?? PartialSet()
        if let reason = refusal(of: piece, set) {
            return .refused(
                MIMEDefect(
                    .error, .partialRefused, at: 0,
                    "The piece of the message \(piece.id) is not used: \(reason)."))
        }
        let before = set.octetCount
        set.take(piece, of: message, named: name)
        guard set.isWhole else {
            if sets.updateValue(set, forKey: piece.id) == nil { order.append(piece.id) }
            octets += set.octetCount - before
            return .kept
        }
        octets -= before
        sets[piece.id] = nil
        order.removeAll { $0 == piece.id }
        done.insert(piece.id)
        // A piece that holds a piece stays one: it is given as it is, so nothing goes in circles.
        let whole = MIMEMessage(parsing: set.joined(), limits: message.root.source.limits)
        return .whole(whole, pieces: set.bodies.count)
    }

    /// The messages that are not whole, in the order of their first pieces.
    public var incomplete: [Incomplete] {
        order.compactMap { id in
            sets[id].map {
                Incomplete(id: id, missing: $0.missing, total: $0.total, names: $0.names)
            }
        }
    }

    private func refusal(of piece: PartialPiece, _ set: PartialSet) -> String? {
        if piece.number > limits.pieces || (piece.total ?? 0) > limits.pieces {
            return "it has more than \(limits.pieces) pieces"
        }
        if sets[piece.id] == nil, sets.count >= limits.sets {
            return "more than \(limits.sets) messages wait for their other pieces"
        }
        if octets + piece.body.count > limits.octets {
            return "the pieces that wait for others have more than \(limits.octets) octets"
        }
        return set.contradiction(of: piece)
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
