/// The pieces of one message that have come, in any order (RFC 2046 §5.2.2).
struct PartialSet {
    private(set) var total: Int?
    private(set) var bodies: [Int: [UInt8]] = [:]
    private(set) var names: [String] = []
    private var header: [[UInt8]] = []
    private var subject: [UInt8]?

    /// Takes a piece; what a second one of the same number says is passed over.
    mutating func take(_ piece: PartialPiece, of message: MIMEMessage, named name: String) {
        total = total ?? piece.total
        guard bodies[piece.number] == nil else { return }
        bodies[piece.number] = piece.body
        names.append(name)
        guard piece.number == 1 else { return }
        for field in message.headers where !Self.isInner(field.name) {
            header.append(Self.octets(of: field, in: message.root.source.bytes))
        }
        subject = message.headers.first(.subject).map {
            Self.octets(of: $0, in: message.root.source.bytes)
        }
    }

    /// Why a piece contradicts those that have come; nil where it does not.
    func contradiction(of piece: PartialPiece) -> String? {
        if let total, let stated = piece.total, stated != total {
            return "a piece says that there are \(stated) of them, another says \(total)"
        }
        if let total = total ?? piece.total, piece.number > total {
            return "a piece says that it is number \(piece.number) of \(total)"
        }
        if let total = piece.total, let highest = bodies.keys.max(), highest > total {
            return "a piece says that there are \(total) of them, but number \(highest) is there"
        }
        return nil
    }

    var octetCount: Int { bodies.values.reduce(0) { $0 + $1.count } }

    var isWhole: Bool { total.map { bodies.count == $0 } ?? false }

    /// The numbers that have not come, as far as is known how many there are.
    var missing: [Int] {
        let last = max(total ?? 0, bodies.keys.max() ?? 0)
        return (1...max(last, 1)).filter { bodies[$0] == nil }
    }

    /// The message put together, its header merged (RFC 2046 §5.2.2.1): the fields of the first
    /// piece, but Content-…, Subject, Message-ID, Encrypted and MIME-Version, which are those of
    /// the message inside.
    func joined() -> [UInt8] {
        var inner: [UInt8] = []
        inner.reserveCapacity(octetCount)
        for number in bodies.keys.sorted() { inner += bodies[number] ?? [] }
        var unheard = DefectList(limit: 0)
        let source = MailOctets(inner)
        let block = HeaderScanner(bytes: source, limit: MIMELimits.standard.headerBytes).scan(
            from: 0, isMessage: false, boundaries: BoundaryStack(bytes: MailOctets([])),
            defects: &unheard)
        let lineBreak = Self.lineBreak(inner)
        var message: [UInt8] = []
        message.reserveCapacity(inner.count + header.reduce(0) { $0 + $1.count + 2 })
        for field in header { message += field + lineBreak }
        let fields = HeaderFields(source: source, spans: block.spans)
        for field in fields where Self.isInner(field.name) {
            message += inner[field.range] + lineBreak
        }
        // QUIRK: RFC 2046 §5.2.2.1: splitters whose inner message has no subject of its own.
        if fields.first(.subject) == nil, let subject { message += subject + lineBreak }
        return message + lineBreak + inner[block.bodyStart...]
    }

    private static func lineBreak(_ octets: [UInt8]) -> [UInt8] {
        let (end, next) = octets.line(at: 0, to: octets.count)
        return next - end == 2 ? [.cr, .lf] : [.lf]
    }

    private static func octets(of field: HeaderField, in source: MailOctets) -> [UInt8] {
        source.bytes(field.range)
    }

    /// Whether the message inside has the say about a field.
    private static func isInner(_ name: HeaderName) -> Bool {
        name.canonical.hasPrefix("content-")
            || [.subject, .messageID, .mimeVersion, "Encrypted"].contains(name)
    }
}
