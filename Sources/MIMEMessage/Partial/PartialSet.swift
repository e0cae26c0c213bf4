import OutputText

/// The pieces of one message that have come, in any order (RFC 2046 §5.2.2); their octets stand in
/// a spool.
struct PartialSet {
    private(set) var total: Int?
    private(set) var names: [String] = []
    /// Where the pieces stand in the spool, by their numbers.
    private var bodies: [Int: Range<Int>] = [:]
    private var highest = 0
    /// The fields of the first piece that are the message's too, each with its line break.
    private var header = 0..<0
    /// The first piece's subject, for a message that has none of its own; empty where it has none.
    private var subject = 0..<0
    /// How many octets the pieces have.
    private(set) var octetCount = 0

    /// The octets that it has in the spool.
    var spooledCount: Int { octetCount + header.count + subject.count }

    var count: Int { bodies.count }

    func has(_ number: Int) -> Bool { bodies[number] != nil }

    /// Takes a piece; what a second one of the same number says is passed over.
    ///
    /// - Throws: ``WitError`` where the spool has no room for it; the set is as it was then.
    mutating func take(
        _ piece: PartialPiece, of message: MailMessage, named name: String, into spool: PartialSpool
    ) throws(WitError) {
        guard !has(piece.number) else {
            total = total ?? piece.total
            return
        }
        // QUIRK: RFC 2046 §5.2.2 allows no encoding but 7bit; what is encoded is decoded.
        let body = try spool.append(bodyOf: message.root)
        if piece.number == 1 {
            let (header, subject) = Self.outerFields(of: message)
            let place = try spool.append(header + subject)
            self.header = place.prefix(header.count)
            self.subject = place.dropFirst(header.count)
        }
        total = total ?? piece.total
        bodies[piece.number] = body
        highest = max(highest, piece.number)
        names.append(name)
        octetCount += body.count
    }

    /// Why a piece contradicts those that have come; nil where it does not.
    func contradiction(of piece: PartialPiece) -> String? {
        if let total, let stated = piece.total, stated != total {
            return "one piece says that there are \(stated) of them, another says \(total)"
        }
        if let total = total ?? piece.total, piece.number > total {
            return "a piece says that it is number \(piece.number) of \(total)"
        }
        if let total = piece.total, highest > total {
            return "a piece says that there are \(total) of them, but there is a number \(highest)"
        }
        return nil
    }

    /// Whether a piece could be the last that is missing.
    func mayBeWhole(with piece: PartialPiece) -> Bool {
        (total ?? piece.total).map { bodies.count + 1 >= $0 } ?? false
    }

    var isWhole: Bool { total.map { bodies.count == $0 } ?? false }

    /// The numbers that have not come, as far as is known how many there are.
    var missing: [Int] {
        (1...max(total ?? 0, highest, 1)).filter { bodies[$0] == nil }
    }

    /// Moves to another spool.
    mutating func move(
        from spool: PartialSpool, to other: PartialSpool
    ) throws(WitError) {
        for (number, place) in bodies { bodies[number] = try other.append(place, of: spool) }
        header = try other.append(header, of: spool)
        subject = try other.append(subject, of: spool)
    }
}

// MARK: The whole

extension PartialSet {
    /// The message put together, its header merged (RFC 2046 §5.2.2.1): the fields of the first
    /// piece, but Content-…, Subject, Message-ID, Encrypted and MIME-Version, which are those of
    /// the message inside. What is odd about the inner header is among its defects.
    ///
    /// - Throws: ``WitError`` where there is no room for it.
    func joined(
        from spool: PartialSpool, limits: MIMELimits
    ) throws(WitError) -> MailMessage {
        let octets = spool.octets
        let places = bodies.sorted { $0.key < $1.key }.map(\.value)
        let inner = MailOctets(Self.prefix(of: places, in: octets))
        var defects = DefectList(limit: limits.defects)
        let block = HeaderScanner(bytes: inner, limit: MIMELimits.standard.headerBytes).scan(
            from: 0, isMessage: false, boundaries: BoundaryStack(bytes: MailOctets([])),
            defects: &defects)
        let lineBreak = Self.lineBreak(inner)
        var head = octets.bytes(header)
        let fields = HeaderFields(source: inner, spans: block.spans)
        for field in fields where Self.isInner(field.name) {
            head += inner[field.range] + lineBreak
        }
        // QUIRK: RFC 2046 §5.2.2.1: splitters whose inner message has no subject of its own.
        if fields.first(.subject) == nil { head += octets.bytes(subject) }
        var message = MailOctets(head + lineBreak)
        var passed = block.bodyStart
        for place in places {
            try message.append(octets, place.dropFirst(passed))
            passed -= min(passed, place.count)
        }
        return MailMessage(parsing: message, limits: limits, noted: defects.defects)
    }

    /// How far into the message inside its header is looked for, in octets: further than a header
    /// of the most octets that are taken.
    private static let headerReach = 2 * MIMELimits.standard.headerBytes

    private static func prefix(of places: [Range<Int>], in octets: MailOctets) -> [UInt8] {
        var prefix: [UInt8] = []
        for place in places where prefix.count < headerReach {
            prefix += octets.bytes(place.prefix(headerReach - prefix.count))
        }
        return prefix
    }

    /// The fields of the first piece that become the message's, and its subject, each with its line
    /// break.
    private static func outerFields(
        of message: MailMessage
    ) -> (header: [UInt8], subject: [UInt8]) {
        let source = message.root.source.bytes
        let lineBreak = lineBreak(source)
        var header: [UInt8] = []
        for field in message.headers where !isInner(field.name) {
            header += source[field.range] + lineBreak
        }
        let subject = message.headers.first(.subject).map { source[$0.range] + lineBreak }
        return (header, Array(subject ?? []))
    }

    private static func lineBreak(_ octets: MailOctets) -> [UInt8] {
        let (end, next) = octets.line(at: 0, to: octets.count)
        return next - end == 2 ? [.cr, .lf] : [.lf]
    }

    /// Whether the message inside has the say about a field.
    private static func isInner(_ name: HeaderName) -> Bool {
        name.canonical.hasPrefix("content-")
            || [.subject, .messageID, .mimeVersion, "Encrypted"].contains(name)
    }
}
