import MIMEMessage
import Testing

/// yEnc (yEncode draft 1.3).
@Suite struct YEncTests {
    private func encoded(_ octets: [UInt8]) -> [UInt8] {
        octets.flatMap { octet -> [UInt8] in
            let shifted = octet &+ 42
            return [0, 0x0A, 0x0D, 0x3D].contains(shifted) ? [0x3D, shifted &+ 64] : [shifted]
        }
    }

    private let octets = (0...255).map { UInt8($0) }
    /// CRC-32 of the 256 octets in order.
    private let checksum = "29058c73"

    private func mail(
        size: Int = 256, crc: String, more: String = "", begin: String = "", end: Bool = true
    ) -> [UInt8] {
        let head = "Subject: x\n\nLook:\n=ybegin\(begin) line=256 size=256 name=a b.jpg\n\(more)"
        let tail = end ? "\n=yend size=\(size) \(crc)\nBye\n" : "\n"
        return Array(head.utf8) + encoded(octets) + Array(tail.utf8)
    }

    @Test func `a file in a text comes as a part`() throws {
        let mail = mail(crc: "crc32=\(checksum)")
        let contents = try #require(MailMessage(parsing: mail).root.packedContents())
        #expect(contents.format == .yenc && contents.defects.isEmpty)
        let part = try #require(contents.parts.first)
        #expect(part.fileName == "a b.jpg")
        let (decoded, defects) = part.decoded()
        #expect(decoded == octets && defects.isEmpty)
    }

    @Test func `the part of a file has a checksum of its own`() throws {
        let mail = mail(
            crc: "part=1 pcrc32=\(checksum) crc32=00000000", more: "=ypart begin=1 end=256\n",
            begin: " part=1 total=2")
        let part = try #require(MailMessage(parsing: mail).root.packedContents()?.parts.first)
        let (decoded, defects) = part.decoded()
        #expect(decoded == octets && defects.isEmpty)
    }

    @Test(arguments: ["crc32=12345678", "size=255", "no end"])
    func `damaged yEnc data is noted, and its octets are decoded anyway`(damage: String) throws {
        let mail =
            switch damage {
            case "size=255": mail(size: 255, crc: "")
            case "no end": mail(crc: "", end: false)
            default: mail(crc: damage)
            }
        let contents = try #require(MailMessage(parsing: mail).root.packedContents())
        let (decoded, defects) = try #require(contents.parts.first).decoded()
        #expect(decoded == octets)
        #expect((contents.defects + defects).contains { $0.code == .yencDamaged })
    }

    @Test func `a whole body may be in yEnc`() {
        let mail = Array("Content-Transfer-Encoding: x-yenc\n".utf8) + mail(crc: "").dropFirst(10)
        #expect(MailMessage(parsing: mail).root.transferEncoding == .yenc)
    }

    @Test func `a line that only begins like it is text`() {
        let mail = Array("\n=ybegin is a word\n=yend too\n".utf8)
        #expect(MailMessage(parsing: mail).root.packedContents() == nil)
    }
}
