import Crypto
import Foundation
import MIMEMessage
import OutputText
import TestSupport
import Testing

/// Long messages, which stand in files: they read as short ones do.
@Suite struct MailOctetsTests {
    /// A message longer than is held in memory: two texts around an attachment in base64 and one in
    /// 8 bits.
    private static func mail(lineBreak: String) -> [UInt8] {
        let line = String(repeating: "QUJD", count: 190) + lineBreak
        let head =
            "Subject: long\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nfirst -- text\n--b\n"
            + "Content-Type: image/jpeg; name=a.jpg\nContent-Transfer-Encoding: base64\n\n"
        let second = "\n--b\nContent-Type: application/x; name=b\n\n"
        let last = "\n--b\nContent-Type: text/plain\n\nlast\n--b--\n"
        func bytes(_ text: String) -> [UInt8] {
            Array(text.replacing("\n", with: lineBreak).utf8)
        }
        let unit = [0xFF, 0x2D, 0x2D, 0x0A, 0x2D] + [UInt8](repeating: 0xFE, count: 1_995)
        return bytes(head) + [UInt8](repeating: Array(line.utf8), times: 20_000) + bytes(second)
            + [UInt8](repeating: unit, times: 10_000) + bytes(last)
    }

    private static func digest(_ part: MIMEPart) -> (count: Int, sha256: SHA256.Digest) {
        var hash = SHA256()
        var count = 0
        part.decode { piece in
            #expect(piece.count <= 1 << 20)
            hash.update(data: piece)
            count += piece.count
        }
        return (count, hash.finalize())
    }

    @Test(arguments: ["\n", "\r\n"])
    func `a long message in a file reads as it does in memory`(lineBreak: String) throws {
        let bytes = Self.mail(lineBreak: lineBreak)
        try #require(bytes.count > MailOctets.maximumOctetsInMemory)
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(filePath: folder.path("m.eml")))
        let held = MailMessage(parsing: bytes)
        let filed = MailMessage(
            parsing: try MailOctets(contentsOfFile: folder.path("m.eml")))
        #expect(filed.tree == held.tree && filed.defects == held.defects)
        #expect(filed.subject == "long")
        for (left, right) in zip(filed.allParts, held.allParts) {
            #expect(left.range == right.range && left.bodyRange == right.bodyRange)
            #expect(left.fileName == right.fileName)
            let (one, other) = (Self.digest(left), Self.digest(right))
            #expect(one.count == other.count && one.sha256 == other.sha256)
            #expect(SHA256.hash(data: right.decodedBody()) == one.sha256)
        }
        var raw = SHA256()
        filed.root.forEachRawPiece { raw.update(data: $0) }
        #expect(raw.finalize() == SHA256.hash(data: bytes))
    }

    @Test func `a long message in an mbox file is unescaped`() throws {
        let body = [UInt8](
            repeating: Array(">From here\n>>From there\nplain\n".utf8)
                + [UInt8](repeating: 0x61, count: 940) + [0x0A], times: 36_000)
        let folder = try TemporaryFolder()
        let short = "From a Fri Nov 20 10:00:00 2026\nSubject: short\n\n>From x\n\n"
        let long = "From b Fri Nov 20 10:00:00 2026\nSubject: long\n\n"
        try Data(Array((short + long).utf8) + body + Array(("\n" + short).utf8)).write(
            to: URL(filePath: folder.path("m.mbox")))
        var subjects: [String?] = []
        try MailSource.path(folder.path("m.mbox")).forEach { item in
            let message = MailMessage(parsing: item.octets)
            subjects.append(message.subject)
            if message.subject == "long" {
                #expect(item.octets.count > MailOctets.maximumOctetsInMemory)
                #expect(message.root.decodedPrefix(28).text == "From here\n>From there\nplain\n")
            } else {
                #expect(message.root.decodedText() == "From x\n")
            }
        }
        #expect(subjects == ["short", "long", "short"])
    }

    @Test func `a file that is cut short meanwhile reads as zeros`() throws {
        let folder = try TemporaryFolder()
        let url = URL(filePath: folder.path("m.eml"))
        try Data(Self.mail(lineBreak: "\n")).write(to: url)
        let message = MailMessage(parsing: try MailOctets(contentsOfFile: url.path))
        try FileHandle(forWritingTo: url).truncate(atOffset: 1_000)
        #expect(message.leafParts.last?.decodedBody().allSatisfy { $0 == 0 } == true)
    }

    /// The standard limits: a decoded part of 512 MB and a message of 2 GB, and one octet more.
    @Test(arguments: [(512 << 20, false), ((512 << 20) + 1, true)])
    func `a part of 512 MB is decoded, and cut one octet later`(count: Int, isOver: Bool) throws {
        let folder = try TemporaryFolder()
        let url = URL(filePath: folder.path("m.eml"))
        let head = Array("Content-Transfer-Encoding: binary\n\n".utf8)
        try Data(head).write(to: url)
        try FileHandle(forWritingTo: url).truncate(atOffset: UInt64(head.count + count))
        let message = MailMessage(parsing: try MailOctets(contentsOfFile: url.path))
        var decoded = 0
        let defects = message.root.decode { decoded += $0.count }
        #expect(decoded == 512 << 20)
        #expect(defects.contains { $0.code == .decodedLimit } == isOver)
    }

    @Test(arguments: [(2 << 30, false), ((2 << 30) + 1, true)])
    func `a message of 2 GB is taken, and refused one octet later`(
        count: Int, isOver: Bool
    ) throws {
        let folder = try TemporaryFolder()
        let url = URL(filePath: folder.path("m.eml"))
        try Data("Subject: x\n\n".utf8).write(to: url)
        try FileHandle(forWritingTo: url).truncate(atOffset: UInt64(count))
        var taken: [Int] = []
        var refused: [WitError.Code] = []
        do {
            try MailSource.path(url.path).forEach { taken.append($0.octets.count) }
        } catch let error as WitError {
            refused.append(error.code)
        }
        #expect(taken == (isOver ? [] : [count]))
        #expect(refused == (isOver ? [.tooLong] : []))
    }
}
