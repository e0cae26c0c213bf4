import OutputText
import TestSupport
import Testing

@testable import MailTransport

/// A server's bytes from a test, in pieces of any size.
private final class GivenBytes: IMAPBytes {
    private var rest: ArraySlice<UInt8>
    private let step: Int

    init(_ text: String, step: Int) {
        rest = Array(text.utf8)[...]
        self.step = step
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(WitError) -> Int {
        let piece = rest.prefix(min(step, buffer.count))
        rest = rest.dropFirst(piece.count)
        buffer.copyBytes(from: piece)
        return piece.count
    }
}

@Suite struct IMAPResponseReaderTests {
    private func responses(
        _ text: String, step: Int = 65536, limits: IMAPLimits = .standard
    ) throws -> [IMAPResponse] {
        let reader = IMAPResponseReader(GivenBytes(text, step: step), limits: limits)
        var all: [IMAPResponse] = []
        while let response = try reader.next(tag: "wit") { all.append(response) }
        return all
    }

    @Test(arguments: [1, 2, 3, 7, 65536])
    func `every kind of response is read, in pieces of any size`(step: Int) throws {
        let text = """
            * OK [UIDVALIDITY 17] so\r
            * 3 EXISTS\r
            * SEARCH 4 4294967295\r
            * LIST (\\HasNoChildren) "/" "a \\"b\\" \\\\"\r
            + idling\r
            * 2 FETCH (UID 9 FLAGS (\\Seen) BODY[HEADER.FIELDS (DATE TO)] {5}\r
            (a)\r
             X NIL)\r
            wit3 NO [ALERT] full\r
            * BYE\r

            """
        let found = try responses(text, step: step)
        let status = IMAPResponse.Status(kind: "OK", code: "UIDVALIDITY 17", text: "so")
        #expect(status.number("UIDVALIDITY") == 17)
        #expect(
            found == [
                .status(status),
                .data([.number(3), .atom("EXISTS")], isCut: false),
                .data([.atom("SEARCH"), .number(4), .number(4_294_967_295)], isCut: false),
                .data(
                    [
                        .atom("LIST"), .list([.atom("\\HasNoChildren")]), .string([0x2F]),
                        .string(Array("a \"b\" \\".utf8)),
                    ], isCut: false),
                .continuation(" idling"),
                .data(
                    [
                        .number(2), .atom("FETCH"),
                        .list([
                            .atom("UID"), .number(9), .atom("FLAGS"), .list([.atom("\\Seen")]),
                            .atom("BODY[HEADER.FIELDS (DATE TO)]"), .string(Array("(a)\r\n".utf8)),
                            .atom("X"), .atom("NIL"),
                        ]),
                    ], isCut: false),
                .tagged("wit3", .init(kind: "NO", code: "ALERT", text: "full")),
                .status(.init(kind: "BYE", code: nil, text: "")),
            ])
    }

    @Test(arguments: ["{5}", "{5+}", "~{5}"])
    func `a literal may hold anything, also lines that end a command elsewhere`(size: String)
        throws
    {
        let body = "wit1 OK done\r\n* BYE\r\n)A006 OK\r\n"
        let mark = size.replacing("5", with: String(body.utf8.count))
        let found = try responses("* 1 FETCH (BODY[] \(mark)\r\n\(body) UID 4)\r\nwit1 OK\r\n")
        #expect(found.count == 2)
        #expect(
            found.first
                == .data(
                    [
                        .number(1), .atom("FETCH"),
                        .list([
                            .atom("BODY[]"), .string(Array(body.utf8)), .atom("UID"), .number(4),
                        ]),
                    ], isCut: false))
    }

    @Test func `a literal goes to who takes it, in pieces, and is not kept`() throws {
        let reader = IMAPResponseReader(
            GivenBytes(
                "* 1 FETCH (BODY[] {300000}\r\n" + String(repeating: "x", count: 300_000)
                    + ")\r\n", step: 1000))
        var count = 0
        reader.takerOfLiteral = { word, size throws(WitError) -> LiteralTaker? in
            #expect(word == "BODY[]" && size == 300_000)
            return { piece throws(WitError) in count += piece.count }
        }
        let response = try reader.next(tag: "wit")
        #expect(count == 300_000)
        #expect(
            response
                == .data(
                    [.number(1), .atom("FETCH"), .list([.atom("BODY[]"), .taken(300_000)])],
                    isCut: false))
    }

    @Test(
        arguments: [
            "* 1 FETCH (BODY[] {9999999999999999999}\r\n", "* 1 FETCH (BODY[] {}\r\n",
            "* 1 FETCH (BODY[] {-1}\r\n", "* 1 FETCH (BODY[] {3} x\r\n",
            "* 1 FETCH (BODY[] {2000000}\r\n", "* 1 FETCH (BODY[] {3}\r\nabcdef)\r\n",
            LongText("* ", "a", times: 5000), LongText("a", times: 5000),
            LongText("* X \"", "a", times: 2_000_000), LongText("what\r\n", times: 200),
        ] as [LongText])
    func `what no server says ends the connection`(long: LongText) {
        #expect(throws: WitError(.notUnderstood, "")) { try responses(long.text) }
    }

    @Test(arguments: ["* 1 FETCH (BODY[] {10}\r\nabc", "* 1 FETCH (UID", "* OK wor"])
    func `an answer that stops in the middle is an error`(text: String) {
        #expect(throws: WitError(.timedOut, "")) { try responses(text) }
    }

    @Test func `a line without end is cut off by its limit`() {
        var limits = IMAPLimits.standard
        limits.responseBytes = 10_000
        let text = "* OK " + String(repeating: "a", count: 100_000)
        #expect(throws: WitError(.notUnderstood, "")) { try responses(text, limits: limits) }
        let values = "* X " + String(repeating: "a ", count: 100_000)
        #expect(throws: WitError(.notUnderstood, "")) {
            try responses(values, limits: limits)
        }
    }

    @Test func `lists too deep and values too many are left out, and the response says so`() throws
    {
        let deep =
            "* X " + String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000)
        let found = try responses(deep + " 5\r\n* OK\r\n")
        #expect(found.count == 2)
        guard case .data(_, let isCut) = found.first else {
            Issue.record("no data")
            return
        }
        #expect(isCut)
        var limits = IMAPLimits.standard
        limits.valueBytes = 1000
        let many = try responses(
            "* X " + String(repeating: "a ", count: 1000) + "\r\n", limits: limits)
        guard case .data(let values, true) = many.first else {
            Issue.record("not cut")
            return
        }
        #expect(values.count < 50)
    }

    @Test func `lists that never close, and too many ends, are read as far as they go`() throws {
        let found = try responses("* 1 FETCH (UID 4 (a\r\n* 2 FETCH)) (UID 5)\r\n")
        #expect(
            found == [
                .data(
                    [
                        .number(1), .atom("FETCH"),
                        .list([.atom("UID"), .number(4), .list([.atom("a")])]),
                    ], isCut: false),
                .data(
                    [.number(2), .atom("FETCH"), .list([.atom("UID"), .number(5)])], isCut: false),
            ])
    }

    @Test func `damaged answers end, with no more values than they have bytes`() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("IMAP answers damaged with seed \(seed)")
        var random = SplitMix(state: seed)
        let samples = [
            "* 2 FETCH (UID 9 RFC822.SIZE 5 BODY[HEADER.FIELDS (DATE)] {4}\r\nabcd X \"a\\\"b\")\r\n",
            "* 1 FETCH (BODYSTRUCTURE ((\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 10 1)"
                + "(\"IMAGE\" \"JPEG\" (\"NAME\" \"a\") NIL NIL \"BASE64\" 9) \"MIXED\") UID 3)\r\n",
            "* OK [UIDVALIDITY 17] so\r\n+ idling\r\nwit1 OK [A] done\r\n* LIST (\\A) \"/\" ~{2}\r\nab\r\n",
        ]
        let marks = Array("(){}[]\"\\\r\n *+~0123456789\u{0}x".utf8)
        for _ in 0..<20_000 {
            var bytes = Array(samples[Int.random(in: 0..<samples.count, using: &random)].utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                let mark = marks[Int.random(in: 0..<marks.count, using: &random)]
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[at] = mark
                case 1: bytes.insert(mark, at: at)
                default: if bytes.count > 1 { bytes.remove(at: at) }
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let found = try? responses(text, step: 7) else { continue }
            #expect(found.count <= text.utf8.count)
            for case .data(let values, let isCut) in found {
                #expect(values.count <= text.utf8.count)
                if let summary = MessageSummary(values, isCut: isCut) {
                    #expect((summary.parts?.count ?? 0) <= text.utf8.count)
                }
            }
        }
    }

    /// Steele, Lea and Flood's generator: the same numbers from the same seed.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
