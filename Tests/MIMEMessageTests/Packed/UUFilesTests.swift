import MIMEMessage
import Testing

@Suite struct UUFilesTests {
    private let cat = "begin 644 cat.txt\n#0V%T\n`\nend\n"

    private func contents(_ text: String, limits: MIMELimits = .standard) -> UnpackedContents? {
        MailMessage(parsing: Array(("Subject: x\n\n" + text).utf8), limits: limits)
            .root.packedContents()
    }

    @Test(arguments: LineEnds.allCases)
    func `files in a plain text come as parts`(lineEnds: LineEnds) throws {
        let text = "Subject: x\n\nLook:\n\n\(cat)\nand\n\(cat)Bye\n"
        let message = MailMessage(parsing: lineEnds.bytes(text))
        #expect(message.tree == "text/plain")
        let contents = try #require(message.root.packedContents())
        #expect(contents.format == .uuencode)
        #expect(contents.defects.isEmpty)
        #expect(contents.parts.map(\.path) == ["1.1", "1.2"])
        #expect(contents.parts.map(\.fileName) == ["cat.txt", "cat.txt"])
        #expect(contents.parts.allSatisfy { $0.decodedBody().text == "Cat" })
        #expect(message.unpackedLeafParts().parts.map(\.path) == ["1", "1.1", "1.2"])
    }

    @Test func `a text that is itself encoded is searched too`() {
        let mail =
            "Content-Transfer-Encoding: quoted-printable\n\nbegin 644 a=20b.txt\n#0V=\n%T\nend\n"
        let part = MailMessage(parsing: Array(mail.utf8)).unpackedLeafParts().parts.last
        #expect(part?.fileName == "a b.txt")
        #expect(part?.decodedBody().text == "Cat")
    }

    @Test(arguments: [
        "begin 644 the work\nand then go on\nend\n", "begin\nend\n", "begin 999 x\n#0V%T\nend\n",
        "We begin 644 cat\n#0V%T\nend\n", "begin 644 \n#0V%T\nend\n", "begin 644 x",
        "BEGIN 644 x\n#0V%T\n", "> begin 644 x\n> #0V%T\n> end",
    ])
    func `text that only looks alike is text`(text: String) {
        #expect(contents(text) == nil)
    }

    @Test func `a file without an end is decoded as far as it goes, with a defect`() {
        let contents = contents("begin 644 cat.txt\n#0V%T\nbroken line in small letters\nend\n")
        #expect(contents?.parts.map { $0.decodedBody().text } == ["Cat"])
        #expect(contents?.defects.map(\.code) == [.uuencodeDamaged])
    }

    @Test(arguments: [(5, false), (6, true)])
    func `files end at the limit of parts`(count: Int, isOver: Bool) {
        let contents = contents(
            String(repeating: cat, count: count), limits: MIMELimits(parts: 5))
        #expect(contents?.parts.count == 5)
        #expect(contents?.defects.contains { $0.code == .partLimit } == isOver)
    }
}
