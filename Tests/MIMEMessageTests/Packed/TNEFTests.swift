import MIMEMessage
import TestSupport
import Testing

@Suite struct TNEFTests {
    private let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + (0..<253).map { UInt8($0) }

    private func opened(
        _ builder: TNEFBuilder, limits: MIMELimits = .standard
    ) -> (parts: [MIMEPart], defects: [MIMEDefect]) {
        MailMessage(parsing: builder.mail(), limits: limits).unpackedLeafParts()
    }

    @Test func `texts and attachments come as parts, under the part that holds them`() throws {
        var tnef = TNEFBuilder()
        tnef.addMessage(subject: [0x4D, 0xF6, 0x77, 0x65], body: [0x47, 0x72, 0xFC, 0xDF, 0x65])
        tnef.addAttachment(
            title: "PHOTO~1.JPG", picture,
            properties: [
                TNEFBuilder.named("a name that is passed over"),
                TNEFBuilder.integer(0x3705, 1),
                TNEFBuilder.unicode(0x3707, "Möwe am Meer.jpg"),
                TNEFBuilder.text(0x370E, "image/jpeg"),
                TNEFBuilder.text(0x3712, "<moewe@example.org>"),
            ])
        tnef.addAttachment(title: "photos.wit.json", Array("{}".utf8))
        let message = MailMessage(parsing: tnef.mail())
        #expect(message.tree == "multipart/mixed(text/plain,application/ms-tnef)")
        let pack = message.leafParts[1]
        let contents = try #require(pack.packedContents())
        #expect(contents.format == .tnef)
        #expect(contents.subject == "Möwe")
        #expect(contents.defects.isEmpty)
        #expect(contents.parts.map(\.path) == ["1.2.1", "1.2.2", "1.2.3"])
        #expect(
            contents.parts.map(\.contentType.essence)
                == ["text/plain", "image/jpeg", "application/octet-stream"])
        #expect(contents.parts.map(\.fileName) == [nil, "Möwe am Meer.jpg", "photos.wit.json"])
        #expect(contents.parts[0].decodedText() == "Grüße")
        #expect(contents.parts[1].decodedBody() == picture)
        #expect(contents.parts[1].contentID?.rawValue == "moewe@example.org")
        #expect(contents.parts[2].decodedText() == "{}")
        let all = message.unpackedLeafParts()
        #expect(all.parts.map(\.path) == ["1.1", "1.2", "1.2.1", "1.2.2", "1.2.3"])
        #expect(all.defects.isEmpty)
    }

    @Test(arguments: [
        "application/ms-tnef", "application/vnd.ms-tnef", "application/octet-stream",
        "application/x-what; name=WinMail.DAT",
    ])
    func `TNEF is known by its type, its name or its octets`(type: String) {
        var tnef = TNEFBuilder()
        tnef.addAttachment(title: "a.jpg", picture)
        let parts = MailMessage(parsing: tnef.mail(type: type)).unpackedLeafParts().parts
        #expect(parts.last?.fileName == "a.jpg")
        #expect(parts.last?.decodedBody() == picture)
    }

    @Test func `what is in the properties counts, Unicode before the code page`() {
        var tnef = TNEFBuilder()
        tnef.addMessage(codePage: 1251, subject: [0xCF], body: [0xCF, 0xF0])
        tnef.addProperties([
            TNEFBuilder.unicode(0x0037, "Предмет"), TNEFBuilder.unicode(0x1000, "Привет\r\nдва"),
            TNEFBuilder.integer(0x3FDE, 65001),
            TNEFBuilder.binary(0x1013, Array("<p>Привет</p>".utf8)),
        ])
        tnef.addAttachment(
            title: "b", [], properties: [TNEFBuilder.binary(0x3701, Array("data".utf8))])
        let message = MailMessage(parsing: tnef.mail())
        let contents = message.leafParts[1].packedContents()
        #expect(contents?.subject == "Предмет")
        #expect(contents?.parts[0].decodedText() == "Привет\nдва")
        #expect(contents?.parts[1].contentType.essence == "text/html")
        #expect(contents?.parts[1].decodedText() == "<p>Привет</p>")
        #expect(contents?.parts[2].decodedText() == "data")
    }

    @Test func `a message in TNEF in TNEF is opened, and a message of MIME in it`() {
        var inner = TNEFBuilder()
        inner.addMessage(subject: Array("inner".utf8), body: Array("deep".utf8))
        inner.addAttachment(title: "deep.jpg", picture)
        var outer = TNEFBuilder()
        let kind = [UInt8](repeating: 9, count: 16)
        outer.addAttachment(
            title: "Re: photo", [],
            properties: [TNEFBuilder.property(0x3701, kind: 0x0D, kind + inner.octets)])
        outer.addAttachment(
            title: "old.eml", Array("Subject: x\n\nplain".utf8),
            properties: [TNEFBuilder.text(0x370E, "message/rfc822")])
        let (parts, defects) = opened(outer)
        #expect(defects.isEmpty)
        #expect(
            parts.map(\.path) == [
                "1.1", "1.2", "1.2.1", "1.2.1.1", "1.2.1.2", "1.2.2.1",
            ])
        #expect(parts[3].decodedText() == "deep")
        #expect(parts[4].decodedBody() == picture)
        #expect(parts[5].decodedText() == "plain")
    }

    @Test func `a wrong checksum is a defect and ends nothing`() {
        var tnef = TNEFBuilder()
        tnef.add(.attachment, 0x0006_9002, [])
        tnef.add(.attachment, 0x0006_800F, picture, checksumError: 1)
        tnef.addAttachment(title: "b.jpg", picture)
        let (parts, defects) = opened(tnef)
        #expect(defects.map(\.code) == [.tnefChecksum])
        #expect(parts.dropFirst(2).map { $0.decodedBody() } == [picture, picture])
    }

    @Test func `TNEF that is cut off anywhere gives what precedes the cut`() {
        var tnef = TNEFBuilder()
        tnef.addMessage(subject: Array("s".utf8), body: Array("text".utf8))
        tnef.addAttachment(
            title: "a.jpg", picture, properties: [TNEFBuilder.unicode(0x3707, "long name.jpg")])
        let whole = tnef.octets
        for length in 4..<whole.count {
            tnef.octets = Array(whole[..<length])
            let (parts, defects) = opened(tnef)
            // Between two attributes nothing shows that more was meant to come.
            let codes = Set(defects.map(\.code))
            #expect(codes.isSubset(of: [.tnefTruncated, .tnefDamaged]))
            for part in parts.dropFirst(2) where part.fileName != nil {
                #expect(picture.starts(with: part.decodedBody()))
            }
        }
    }

    @Test func `numbers that cannot be are defects, not a crash`() {
        let hostile: [[UInt8]] = [
            TNEFBuilder.number(.max),
            TNEFBuilder.number(1) + TNEFBuilder.tag(0x3707, 0x1F) + TNEFBuilder.number(.max),
            TNEFBuilder.number(1) + TNEFBuilder.tag(0x3707, 0x1F) + TNEFBuilder.number(1)
                + TNEFBuilder.number(.max),
            TNEFBuilder.number(1) + TNEFBuilder.tag(0x0001, 0x1048) + TNEFBuilder.number(.max),
            TNEFBuilder.number(1) + TNEFBuilder.tag(0x0001, 0x1001) + TNEFBuilder.number(.max),
            TNEFBuilder.number(1) + TNEFBuilder.tag(0x8001, 0x0003)
                + [UInt8](repeating: 0, count: 16) + TNEFBuilder.number(1)
                + TNEFBuilder.number(.max),
            TNEFBuilder.number(1) + TNEFBuilder.tag(0x3701, 0x000D) + TNEFBuilder.number(1)
                + TNEFBuilder.number(3) + [1, 2, 3, 0],
            [1, 2],
        ]
        for list in hostile {
            var tnef = TNEFBuilder()
            tnef.add(.attachment, 0x0006_9005, list)
            tnef.add(.message, 0x0006_9003, list)
            tnef.addAttachment(title: "b.jpg", picture)
            #expect(opened(tnef).parts.last?.decodedBody() == picture)
        }
        var long = TNEFBuilder()
        long.add(.attachment, 0x0006_800F, picture, length: .max)
        let (parts, defects) = opened(long)
        #expect(defects.map(\.code) == [.tnefTruncated])
        #expect(parts.last.map { $0.decodedBody().starts(with: picture) } == true)
    }

    @Test func `what only claims to be TNEF is left alone, with a defect`() {
        var tnef = TNEFBuilder()
        tnef.octets = Array("nonsense".utf8)
        let (parts, defects) = opened(tnef)
        #expect(parts.count == 2)
        #expect(defects.map(\.code) == [.tnefDamaged])
    }

    @Test(arguments: [(8, false), (9, true)])
    func `attachments end at the limit of parts`(count: Int, isOver: Bool) {
        var tnef = TNEFBuilder()
        for number in 0..<count { tnef.addAttachment(title: "\(number)", [1]) }
        let (parts, defects) = opened(tnef, limits: MIMELimits(parts: 10))
        #expect(parts.count == 10)
        #expect(defects.contains { $0.code == .partLimit } == isOver)
    }

    @Test(arguments: [(3, false), (4, true)])
    func `packs in packs end at their limit`(depth: Int, isOver: Bool) {
        var tnef = TNEFBuilder()
        tnef.addAttachment(title: "a.jpg", picture)
        for _ in 1..<depth {
            var outer = TNEFBuilder()
            let kind = [UInt8](repeating: 9, count: 16)
            outer.addAttachment(
                title: "m", [],
                properties: [TNEFBuilder.property(0x3701, kind: 0x0D, kind + tnef.octets)])
            tnef = outer
        }
        let (parts, defects) = opened(tnef, limits: MIMELimits(packedDepth: 3))
        #expect(defects.contains { $0.code == .depthLimit } == isOver)
        #expect((parts.last?.fileName == "a.jpg") != isOver)
    }

    @Test func `where there is no other text, that of the RTF comes`() {
        let rtf = Array("{\\rtf1\\ansi Gr\\'fc\\'dfe\\par zwei}".utf8)
        let raw =
            TNEFBuilder.number(UInt32(rtf.count + 12)) + TNEFBuilder.number(UInt32(rtf.count))
            + Array("MELA".utf8) + TNEFBuilder.number(0) + rtf
        var tnef = TNEFBuilder()
        tnef.addProperties([TNEFBuilder.binary(0x1009, raw)])
        let (parts, defects) = opened(tnef)
        #expect(parts.last?.decodedText() == "Grüße\nzwei")
        #expect(defects.isEmpty)
        var damaged = TNEFBuilder()
        damaged.addProperties([TNEFBuilder.binary(0x1009, Array(raw.dropLast(9)))])
        #expect(opened(damaged).defects.map(\.code) == [.tnefDamaged])
    }
}
