import MIMEMessage
import Testing

@Suite struct MIMELimitsTests {
    private func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    @Test(arguments: [(9, false), (10, true)])
    func `parts end at their limit`(parts: Int, isOver: Bool) {
        let mail =
            "Content-Type: multipart/mixed; boundary=b\n\n" + repeated("--b\n\nx\n", parts)
            + "--b--"
        let message = MailMessage(parsing: Array(mail.utf8), limits: MIMELimits(parts: 10))
        #expect(message.allParts.count == 10)
        #expect(message.defects.contains { $0.code == .partLimit } == isOver)
    }

    @Test(arguments: [(9, false), (10, true)])
    func `nesting ends at its limit`(depth: Int, isOver: Bool) {
        let nested = repeated("Content-Type: message/rfc822\n\n", depth)
        let mail = nested + "\nbody"
        let message = MailMessage(parsing: Array(mail.utf8), limits: MIMELimits(depth: 10))
        #expect(message.allParts.count == 10)
        #expect(message.defects.contains { $0.code == .depthLimit } == isOver)
    }

    @Test(arguments: [(3, false), (4, true)])
    func `encoded messages in encoded messages end at their limit`(depth: Int, isOver: Bool) {
        let header =
            "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n"
        let mail = repeated(header, depth) + "\nbody"
        let message = MailMessage(parsing: Array(mail.utf8))
        #expect(message.allParts.count == 4)
        #expect(message.defects.contains { $0.code == .depthLimit } == isOver)
    }

    @Test(arguments: [(100, false), (101, true)])
    func `a header ends at its limit`(length: Int, isOver: Bool) {
        let first = "Subject: x\n"
        let mail = first + "X: " + repeated("y", length - first.count - 4) + "\n\nbody"
        let message = MailMessage(parsing: Array(mail.utf8), limits: MIMELimits(headerBytes: 100))
        #expect(message.subject == "x")
        #expect((message.headers["X"] == nil) == isOver)
        #expect(message.defects.contains { $0.code == .headerLimit } == isOver)
        #expect(message.root.decodedText() == "body")
    }

    @Test(arguments: [(100, false), (101, true)])
    func `parameter segments end at their limit`(segments: Int, isOver: Bool) {
        let parameters = (0..<segments).reversed().map { ";\n name*\($0)=x" }.joined()
        let mail = "Content-Type: image/png" + parameters + "\n\n"
        let message = MailMessage(parsing: Array(mail.utf8))
        #expect(message.root.fileName?.count == 100)
        #expect(message.defects.contains { $0.code == .parameterLimit } == isOver)
    }

    @Test(arguments: [(30, false), (31, true)])
    func `a decoded body ends at its limit`(length: Int, isOver: Bool) {
        let mail = "\n" + repeated("x", length)
        let message = MailMessage(parsing: Array(mail.utf8), limits: MIMELimits(decodedBytes: 30))
        let (octets, defects) = message.root.decoded()
        #expect(octets.count == 30)
        #expect(defects.contains { $0.code == .decodedLimit } == isOver)
    }

    @Test func `defects end at their limit`() {
        let mail = repeated("A: b\njunk\n", 50) + "A: b\n\n"
        let message = MailMessage(parsing: Array(mail.utf8), limits: MIMELimits(defects: 10))
        #expect(message.defects.count == 11)
        #expect(message.defects.last?.code == .defectLimit)
    }

    @Test(arguments: [(999, 99, 0), (1_000, 100, 1)])
    func `the standard limits hold, and end one past them`(parts: Int, depth: Int, over: Int) {
        func codes(_ mail: String) -> [MIMEDefect.Code] {
            MailMessage(parsing: Array(mail.utf8)).defects.map(\.code)
        }
        let multipart =
            "Content-Type: multipart/mixed; boundary=b\n\n" + repeated("--b\n\nx\n", parts)
        #expect(codes(multipart + "--b--") == (over == 0 ? [] : [.partLimit]))
        let nested = repeated("Content-Type: message/rfc822\n\n", depth) + "\nbody"
        #expect(codes(nested) == (over == 0 ? [] : [.depthLimit]))
        let header = "X: " + repeated("y", (1 << 20) - 4 + over) + "\n\nbody"
        #expect(codes(header) == (over == 0 ? [] : [.headerLimit]))
        #expect(MIMELimits.standard.decodedBytes == 512 << 20)
        #expect(MailSource.messageLimit == 2 << 30)
    }
}
