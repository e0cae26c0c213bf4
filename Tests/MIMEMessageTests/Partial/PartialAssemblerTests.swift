import Foundation
import MIMEMessage
import TestSupport
import Testing

@Suite struct PartialAssemblerTests {
    private let whole =
        "Content-Type: text/plain\nSubject: inner\nX-Inner: dropped\n"
        + "Message-ID: <inner@x>\nMIME-Version: 1.0\n\none\ntwo\nthree\n"

    private func piece(
        _ number: Int, of total: Int?, _ body: String, id: String = "a@x", to: String = "ben"
    ) -> MailMessage {
        let stated = total.map { "; total=\($0)" } ?? ""
        let text = """
            From: anna@example.org
            To: \(to)\(number)@example.net
            Subject: outer \(number)
            Message-ID: <outer\(number)@x>
            MIME-Version: 1.0
            Content-Type: message/partial; id="\(id)"; number=\(number)\(stated)

            \(body)
            """
        return MailMessage(parsing: Array(text.utf8))
    }

    private func pieces(count: Int) -> [MailMessage] {
        let letters = Array(whole)
        let step = letters.count / count
        return (0..<count).map { place in
            let end = place == count - 1 ? letters.count : (place + 1) * step
            let body = String(letters[(place * step)..<end])
            return piece(place + 1, of: place == count - 1 ? count : nil, body)
        }
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `pieces in any order make the message, the header merged`(order: [Int]) throws {
        let pieces = pieces(count: 3)
        var assembler = PartialAssembler()
        for place in order.dropLast() {
            guard case .kept = try assembler.take(pieces[place]) else {
                Issue.record("a piece is not kept")
                continue
            }
        }
        guard case .whole(let message, let count) = try assembler.take(pieces[order[2]]) else {
            Issue.record("the message is not whole")
            return
        }
        #expect(count == 3)
        #expect(message.subject == "inner")
        #expect(message.messageID?.rawValue == "inner@x")
        #expect(message.from.first?.address == "anna@example.org")
        #expect(message.to.first?.address == "ben1@example.net")
        #expect(message.headers["X-Inner"] == nil)
        #expect(message.headers.all(.mimeVersion).count == 1)
        #expect(message.root.decodedText() == "one\ntwo\nthree\n")
        #expect(message.defects.isEmpty)
        #expect(assembler.incomplete.isEmpty)
        // What comes again when all is done is nothing new.
        guard case .kept = try assembler.take(pieces[1]) else {
            Issue.record("a piece that comes again is not passed over")
            return
        }
        #expect(assembler.incomplete.isEmpty)
    }

    @Test func `missing pieces are named`() throws {
        var assembler = PartialAssembler()
        _ = try assembler.take(piece(2, of: 7, "x"), named: "box#2")
        _ = try assembler.take(piece(6, of: nil, "x"), named: "box#5")
        _ = try assembler.take(piece(6, of: nil, "again"), named: "box#6")
        _ = try assembler.take(piece(2, of: nil, "y", id: "b@x"), named: "box#9")
        #expect(assembler.incomplete.map(\.missing) == [[1, 3, 4, 5, 7], [1]])
        #expect(assembler.incomplete.map(\.names) == [["box#2", "box#5"], ["box#9"]])
        #expect(
            assembler.incomplete.map(\.sentence) == [
                "Of the message a@x in 7 pieces, 1, 3 to 5, 7 are missing.",
                "Of the message b@x in pieces, 1, the last ones are missing.",
            ])
    }

    @Test(arguments: [
        "Content-Type: text/plain", "Content-Type: message/partial; number=1; total=1",
        "Content-Type: message/partial; id=a; total=1",
        "Content-Type: message/partial; id=a; number=0; total=1",
        "Content-Type: message/partial; id=a; number=99999999999999999999; total=1",
    ])
    func `what is not a piece, or does not say which, is an ordinary message`(header: String) throws
    {
        var assembler = PartialAssembler()
        let message = MailMessage(parsing: Array((header + "\n\nx").utf8))
        guard case .ordinary = try assembler.take(message) else {
            Issue.record("taken for a piece")
            return
        }
    }

    @Test func `pieces at odds with the others are refused, and harm nothing`() throws {
        var assembler = PartialAssembler()
        _ = try assembler.take(piece(1, of: 2, "Subject: s\n\n"))
        for bad in [piece(2, of: 3, "bad"), piece(3, of: nil, "bad"), piece(3, of: 2, "bad")] {
            guard case .refused(let defect) = try assembler.take(bad) else {
                Issue.record("not refused")
                continue
            }
            #expect(defect.code == .partialRefused)
        }
        guard case .whole(let message, _) = try assembler.take(piece(2, of: 2, "good")) else {
            Issue.record("the message is not whole")
            return
        }
        #expect(message.root.decodedText() == "good")
    }

    @Test func `a piece that holds a piece is given as it is`() throws {
        let inner = "Content-Type: message/partial; id=a@x; number=1; total=1\n\nSubject: x\n\ny"
        var assembler = PartialAssembler()
        guard case .whole(let message, 1) = try assembler.take(piece(1, of: 1, inner)) else {
            Issue.record("the message is not whole")
            return
        }
        #expect(message.root.contentType.essence == "message/partial")
    }

    @Test(arguments: [(3, false), (4, true)])
    func `waiting messages, pieces and octets end at their limits`(count: Int, isOver: Bool) throws
    {
        let byLimit: [PartialAssembler.Limits] = [
            .init(sets: 3), .init(pieces: 3), .init(octets: 3),
        ]
        for limits in byLimit {
            var assembler = PartialAssembler(limits: limits)
            var refused = 0
            for number in 1...count {
                let message =
                    limits.pieces == 3
                    ? piece(number, of: nil, "")
                    : piece(1, of: 2, limits.octets == 3 ? "x" : "", id: "\(number)@x")
                if case .refused = try assembler.take(message) { refused += 1 }
            }
            #expect((refused == 1) == isOver, "\(limits)")
        }
    }

    @Test(.needs(.mailCorpus))
    func `a real set makes the message that others make of it`() throws {
        let folder = try #require(Checkout.mailCorpus).appending(path: "gmime/tests/data/partial")
        var assembler = PartialAssembler()
        var wholes: [MailMessage] = []
        for number in [2, 0, 1] {
            let path = "input/photo-discuss/message-partial.\(number).eml"
            let bytes = Array(try Data(contentsOf: folder.appending(path: path)))
            let outcome = try assembler.take(MailMessage(parsing: bytes))
            if case .whole(let message, 3) = outcome { wholes.append(message) }
        }
        let ours = try #require(wholes.first)
        let theirs = MailMessage(
            parsing: Array(try Data(contentsOf: folder.appending(path: "output/photo-discuss"))))
        #expect(ours.subject == theirs.subject)
        #expect(ours.messageID == theirs.messageID)
        #expect(ours.tree == theirs.tree)
        #expect(ours.leafParts.map(\.fileName) == theirs.leafParts.map(\.fileName))
        #expect(
            ours.leafParts.map { $0.decodedBody() } == theirs.leafParts.map { $0.decodedBody() })
        #expect(ours.leafParts.last?.decodedBody().starts(with: [0xFF, 0xD8]) == true)
    }
}
