import Foundation
import Synchronization
import Testing

@testable import MIMEMessage

/// Pieces of long messages, which wait in a file.
@Suite struct PartialSpoolTests {
    /// The message inside, of so many octets about; no line of it is like another.
    private static func whole(_ length: Int) -> [UInt8] {
        var octets = Array("Content-Type: text/plain\nSubject: long\n\n".utf8)
        octets.reserveCapacity(length + 100)
        var line = 0
        while octets.count < length {
            octets += Array("\(line) ".utf8) + [UInt8](repeating: 0x61, count: 900) + [0x0A]
            line += 1
        }
        return octets
    }

    private static func piece(
        _ number: Int, of total: Int, _ body: some Sequence<UInt8>, id: String = "a@x",
        limits: MIMELimits = .standard
    ) -> MailMessage {
        let head =
            "From: anna@example.org\nSubject: outer\n"
            + "Content-Type: message/partial; id=\"\(id)\"; number=\(number); total=\(total)\n\n"
        return MailMessage(parsing: Array(head.utf8) + body, limits: limits)
    }

    private static func pieces(of whole: [UInt8], count: Int) -> [MailMessage] {
        (0..<count).map {
            let place = whole.count * $0 / count..<whole.count * ($0 + 1) / count
            return piece($0 + 1, of: count, whole[place])
        }
    }

    @Test func `a message longer than memory may hold comes whole, whatever the order`() throws {
        let whole = Self.whole(MailOctets.maximumOctetsInMemory + (8 << 20))
        var assembler = PartialAssembler()
        let pieces = Self.pieces(of: whole, count: 9)
        for place in [4, 0, 8, 2, 6, 1, 7, 5] {
            guard case .kept = try assembler.take(pieces[place]) else {
                Issue.record("a piece is not kept")
                continue
            }
        }
        let copy = assembler
        // The one goes on otherwise than the other; neither notices.
        _ = try assembler.take(Self.piece(1, of: 2, "x".utf8, id: "b@x"))
        for var assembler in [copy, assembler] {
            guard case .whole(let message, pieces: 9) = try assembler.take(pieces[3]) else {
                Issue.record("the message is not whole")
                continue
            }
            #expect(message.subject == "long" && message.from.first?.address == "anna@example.org")
            #expect(message.defects.isEmpty)
            let body = try #require(whole.firstRange(of: Array("\n\n".utf8)))
            let read = Mutex<[UInt8]>([])
            message.root.decode { piece in read.withLock { $0 += piece } }
            #expect(read.withLock { $0 } == Array(whole[body.upperBound...]))
        }
    }

    #if os(Linux)
        @Test func `the file of waiting pieces has no name, and nobody else may read it`() throws {
            let whole = Self.whole(MailOctets.maximumOctetsInMemory + (8 << 20))
            var assembler = PartialAssembler()
            for piece in Self.pieces(of: whole, count: 3) { _ = try assembler.take(piece) }
            for piece in Self.pieces(of: whole, count: 4).dropLast() {
                _ = try assembler.take(Self.piece(2, of: 5, piece.root.rawBody, id: "b@x"))
                _ = try assembler.take(Self.piece(3, of: 5, piece.root.rawBody, id: "b@x"))
            }
            let spool = assembler.spool
            _ = try spool.append([UInt8](repeating: 0, count: MailOctets.maximumOctetsInMemory))
            var files = 0
            for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                guard let number = Int32(name), let path = readLink("/proc/self/fd/\(name)"),
                    path.hasSuffix(" (deleted)"), path.contains("/#") || path.contains("/.wit-")
                else { continue }
                var status = stat()
                let isOpen = fstat(number, &status) == 0
                let flags = fcntl(number, F_GETFD)
                // Another test may have closed it meanwhile, and the number be another file's.
                guard isOpen, readLink("/proc/self/fd/\(name)") == path else { continue }
                files += 1
                #expect(status.st_nlink == 0)
                #expect(status.st_mode & 0o777 == 0o600)
                #expect(flags & FD_CLOEXEC != 0)
            }
            #expect(files > 0)
            #expect(spool.count > MailOctets.maximumOctetsInMemory)
        }

        private func readLink(_ path: String) -> String? {
            try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        }
    #endif

    @Test func `what has become whole makes room, while other pieces wait`() throws {
        var assembler = PartialAssembler()
        _ = try assembler.take(Self.piece(1, of: 2, "Subject: waits\n\none\n".utf8, id: "w@x"))
        let whole = Self.whole(24 << 20)
        for turn in 0..<4 {
            let pieces = [whole[..<(12 << 20)], whole[(12 << 20)...]]
            for (place, body) in pieces.enumerated() {
                _ = try assembler.take(Self.piece(place + 1, of: 2, body, id: "\(turn)@x"))
            }
            #expect(assembler.spool.count <= 2 * MailOctets.maximumOctetsInMemory)
        }
        let last = try assembler.take(Self.piece(2, of: 2, "two\n".utf8, id: "w@x"))
        guard case .whole(let message, pieces: 2) = last else {
            Issue.record("what waited is not whole")
            return
        }
        #expect(message.subject == "waits" && message.root.decodedText() == "one\ntwo\n")
        #expect(assembler.spool.count == 0)
    }

    @Test(arguments: [(10, false), (11, true)])
    func `a piece that decodes to more than the limit is refused`(count: Int, isOver: Bool) throws {
        var limits = MIMELimits.standard
        limits.decodedBytes = 10
        var assembler = PartialAssembler()
        let body = [UInt8](repeating: 0x61, count: count)
        let outcome = try assembler.take(Self.piece(1, of: 2, body, limits: limits))
        if case .refused(let defect) = outcome {
            #expect(isOver && defect.message.contains("decodes to more than 10 octets"))
        } else {
            #expect(!isOver)
        }
    }

    @Test(arguments: [(10, false), (11, true)])
    func `only what waits counts, and nothing twice`(count: Int, isOver: Bool) throws {
        var assembler = PartialAssembler(limits: .init(octets: 20))
        // Whole, and so no more counted.
        for number in 1...2 {
            _ = try assembler.take(Self.piece(number, of: 2, "Subject: s".utf8))
        }
        let ten = [UInt8](repeating: 0x61, count: 10)
        for _ in 1...2 { _ = try assembler.take(Self.piece(1, of: 2, ten, id: "b@x")) }
        let more = [UInt8](repeating: 0x61, count: count)
        if case .refused = try assembler.take(Self.piece(1, of: 2, more, id: "c@x")) {
            #expect(isOver)
        } else {
            #expect(!isOver)
        }
    }

    @Test func `what is odd about the header inside is a defect of the whole`() throws {
        var assembler = PartialAssembler()
        let inner = " stray\nContent-Type: text/x\nSubject: s\n\nbody"
        guard case .whole(let message, 1) = try assembler.take(Self.piece(1, of: 1, inner.utf8))
        else {
            Issue.record("the message is not whole")
            return
        }
        #expect(message.defects.map(\.code) == [.strayContinuation])
        #expect(message.root.contentType.essence == "text/x")
        #expect(message.root.decodedText() == "body")
    }

    @Test func `a header that never ends is a defect, and what comes after it is not lost`() throws
    {
        let field = Array("X-Long: \(String(repeating: "a", count: 990))\n".utf8)
        let fields = [[UInt8]](repeating: field, count: 3_200).joined()
        let inner = Array("Content-Type: text/x\n".utf8) + fields + "\nbody\n".utf8
        var assembler = PartialAssembler()
        _ = try assembler.take(Self.piece(2, of: 2, inner[1_500_000...]))
        let outcome = try assembler.take(Self.piece(1, of: 2, inner[..<1_500_000]))
        guard case .whole(let message, 2) = outcome else {
            Issue.record("the message is not whole")
            return
        }
        #expect(message.defects.map(\.code).contains(.headerLimit))
        #expect(message.root.contentType.essence == "text/x")
        #expect(message.headers["X-Long"] == nil)
        #expect(message.root.rawBody.suffix(1_000) == inner.suffix(1_000))
    }

    @Test(arguments: LineEnds.allCases, [1, 3, 40])
    func `a header cut anywhere is merged, and the body is what it was`(
        ends: LineEnds, step: Int
    ) throws {
        let inner = ends.bytes("Content-Type: text/x;\n charset=utf-8\nX-Gone: y\n\none\n\ntwo\n")
        let count = (inner.count + step - 1) / step
        var assembler = PartialAssembler()
        var outcome = PartialAssembler.Outcome.kept
        for place in 0..<count {
            let body = inner[place * step..<min((place + 1) * step, inner.count)]
            outcome = try assembler.take(Self.piece(place + 1, of: count, body))
        }
        guard case .whole(let message, count) = outcome else {
            Issue.record("the message is not whole")
            return
        }
        #expect(message.subject == "outer" && message.headers["X-Gone"] == nil)
        #expect(message.root.contentType.charset == "utf-8")
        #expect(message.root.rawBody == ends.bytes("one\n\ntwo\n"))
    }

    @Test func `recent names are remembered, and no more than twice as many`() {
        var names = RecentNames(limit: 3)
        for number in 1...10 {
            names.insert("\(number)")
            for recent in max(number - 2, 1)...number { #expect(names.contains("\(recent)")) }
            #expect((1...10).count { names.contains("\($0)") } <= 6)
        }
        #expect(!names.contains("1"))
    }
}
