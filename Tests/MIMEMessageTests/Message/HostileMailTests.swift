import MIMEMessage
import TestSupport
import Testing

/// Mail made to harm, of a size and of twice that size: each ends, with the finding that is due,
/// and the two times are printed, of which the second should be about twice the first.
///
/// The sizes are modest: the whole ones are for an optimised build.
@Suite struct HostileMailTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        var name: String
        var size: Int
        /// The defect that is due; nil where the mail only is big.
        var finding: MIMEDefect.Code?
        var mail: @Sendable (Int) -> [UInt8]

        init(
            _ name: String, _ size: Int, _ finding: MIMEDefect.Code?,
            _ mail: @escaping @Sendable (Int) -> String
        ) {
            self.init(name, size, finding, bytes: { Array(mail($0).utf8) })
        }

        init(
            _ name: String, _ size: Int, _ finding: MIMEDefect.Code?,
            bytes: @escaping @Sendable (Int) -> [UInt8]
        ) {
            (self.name, self.size, self.finding, mail) = (name, size, finding, bytes)
        }

        var testDescription: String { name }
    }

    private static let mixed = "Content-Type: multipart/mixed; boundary=b\n\n"

    private static func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    static let structure: [Attack] = [
        Attack("parts", 50_000, .partLimit) { mixed + repeated("--b\n\nx\n", $0) },
        Attack("nesting, one boundary", 5_000, .depthLimit) { repeated(mixed + "--b\n", $0) },
        Attack("nesting, many boundaries", 5_000, .depthLimit) { count in
            (0..<count).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }
                .joined()
        },
        Attack("messages in messages", 20_000, .depthLimit) {
            repeated("Content-Type: message/rfc822\n\n", $0)
        },
        Attack("encoded messages in messages", 5_000, .depthLimit) {
            repeated(
                "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n", $0)
        },
        Attack("boundaries that are almost one", 50_000, .boundaryNotFound) {
            mixed + repeated("--bx\n", $0)
        },
        Attack("hyphens", 200_000, .boundaryNotFound) { mixed + repeated("-", $0) },
        Attack("a body without a line break", 1_000_000, nil) {
            "Subject: x\n\n" + repeated("a", $0)
        },
    ]

    static let headers: [Attack] = [
        Attack("a field without a line break", 1_500_000, .headerLimit) {
            "Subject: " + repeated("a", $0)
        },
        Attack("folded lines", 150_000, .headerLimit) {
            "Subject: x\n" + repeated(" folded\n", $0)
        },
        Attack("segments of a parameter, backwards", 10_000, .parameterLimit) { count in
            "Content-Type: text/plain"
                + (0..<count).reversed().map { ";\n name*\($0)*=%41" }.joined()
        },
        Attack("huge numbers of segments", 50, .malformedParameter) { count in
            "Content-Type: text/plain"
                + (0..<count).map { "; name*\(Int.max - $0)=x" }.joined()
        },
        Attack("numbers of segments that are too huge", 50, nil) {
            "Content-Type: text/plain" + repeated("; name*99999999999999999999999=x", $0)
        },
        Attack("encoded words", 10_000, nil) {
            "Subject:" + repeated("\n =?utf-8?B?w6Q=?=", $0)
        },
        Attack("fields that stand again", 20_000, .duplicateField) {
            repeated("Subject: x\n", $0)
        },
        Attack("lines that are no field", 10_000, .defectLimit) { repeated("A: b\njunk\n", $0) },
        Attack("open comments", 100_000, nil) { "From: " + repeated("(", $0) },
        Attack("colons behind an address", 100_000, nil) { "From: <a@b>" + repeated(":", $0) },
    ]

    static let bodies: [Attack] = [
        Attack("uuencoded files that are none", 50_000, nil) {
            "Subject: x\n\n" + repeated("begin 644 x\n", $0)
        },
        Attack("uuencoded files", 5_000, .partLimit) {
            "Subject: x\n\n" + repeated("begin 644 x\n#0V%T\nend\n", $0)
        },
        Attack(
            "attachments of TNEF", 2_000, .partLimit,
            bytes: { count in
                var tnef = TNEFBuilder()
                for _ in 0..<count { tnef.addAttachment(title: "x", [1]) }
                return tnef.mail()
            }),
        Attack(
            "properties of TNEF", 10_000, nil,
            bytes: { count in
                var tnef = TNEFBuilder()
                tnef.addProperties(
                    Array(repeating: TNEFBuilder.integer(0x1000, 1), count: count))
                return tnef.mail()
            }),
        Attack(
            "values of TNEF", 10_000, nil,
            bytes: { count in
                var tnef = TNEFBuilder()
                let values = TNEFBuilder.tag(0x1000, 0x101F) + TNEFBuilder.number(UInt32(count))
                tnef.addProperties([values + [UInt8](repeating: 0, count: count * 4)])
                return tnef.mail()
            }),
        Attack(
            "TNEF in TNEF", 100, .depthLimit,
            bytes: { count in
                var tnef = TNEFBuilder()
                let kind = [UInt8](repeating: 9, count: 16)
                for _ in 0..<count {
                    var outer = TNEFBuilder()
                    outer.addAttachment(
                        title: "m", [],
                        properties: [TNEFBuilder.property(0x3701, kind: 0x0D, kind + tnef.octets)])
                    tnef = outer
                }
                return tnef.mail()
            }),
    ]

    @Test(.timeLimit(.minutes(2)), arguments: structure + headers + bodies)
    func `every hostile mail ends with a finding`(attack: Attack) {
        var times: [Duration] = []
        for size in [attack.size, attack.size * 2] {
            let mail = attack.mail(size)
            let clock = ContinuousClock()
            times.append(
                clock.measure {
                    let message = MailMessage(parsing: mail)
                    let opened = message.unpackedLeafParts()
                    _ = (message.subject, message.from, message.root.fileName)
                    _ = opened.parts.map { $0.decodedText().utf8.count }
                    let codes = (message.defects + opened.defects).map(\.code)
                    #expect(attack.finding.map(codes.contains) ?? true, "\(Set(codes))")
                })
        }
        print("hostile mail, \(attack.name): \(attack.size) in \(times[0]), twice in \(times[1])")
    }

    @Test(.timeLimit(.minutes(2)), arguments: [2_000, 4_000])
    func `an mbox of From lines and endless pieces come to an end`(size: Int) throws {
        let lines = Self.repeated("From a Fri Nov 20 10:00:00 2026\n\n", size)
        var count = 0
        try MailSource.bytes(Array(lines.utf8), name: "x").forEach { _ in count += 1 }
        #expect(count > 0)
        var assembler = PartialAssembler()
        var refused = 0
        for number in 1...size {
            let piece = "Content-Type: message/partial; id=a; number=\(number)\n\nx"
            if case .refused = try assembler.take(MailMessage(parsing: Array(piece.utf8))) {
                refused += 1
            }
        }
        #expect(refused == size - 1_000)
    }
}
