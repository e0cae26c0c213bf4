/// What decoding a transfer encoding gave.
struct DecodedBody: Sendable {
    /// The decoded octets.
    var octets: [UInt8]
    /// Where input deviated first, by kind, in octets from the start of the encoded body.
    var flaws: [Flaw] = []

    struct Flaw: Sendable {
        var severity: MIMEDefect.Severity
        var code: MIMEDefect.Code
        var offset: Int
        var message: String
    }

    /// Notes the first flaw of a kind.
    mutating func note(
        _ severity: MIMEDefect.Severity, _ code: MIMEDefect.Code, at offset: Int, _ message: String
    ) {
        guard !flaws.contains(where: { $0.code == code }) else { return }
        flaws.append(Flaw(severity: severity, code: code, offset: offset, message: message))
    }

    /// Notes what another one noted, as far as it is of other kinds.
    mutating func note(_ other: DecodedBody) {
        for flaw in other.flaws { note(flaw.severity, flaw.code, at: flaw.offset, flaw.message) }
    }

    /// Notes a line that is too long (RFC 5322 §2.1.1).
    mutating func noteLongLine(at offset: Int) {
        note(.note, .longLine, at: offset, "A line is longer than 998 octets.")
    }

    /// Cuts off what is over a limit.
    mutating func limit(to limit: Int) {
        guard octets.count > limit else { return }
        octets.removeLast(octets.count - limit)
        note(.error, .decodedLimit, at: 0, "The body decodes to more than \(limit) octets.")
    }
}
