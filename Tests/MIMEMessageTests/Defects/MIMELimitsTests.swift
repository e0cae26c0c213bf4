import MIMEMessage
import Testing

@Suite struct MIMELimitsTests {
    private func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    @Test(arguments: [(9, false), (10, true)])
    func `Parts end at their limit`(parts: Int, isOver: Bool) {
        let mail =
            "Content-Type: multipart/mixed; boundary=b\n\n" + repeated("--b\n\nx\n", parts)
            + "--b--"
        let message = MIMEMessage(parsing: Array(mail.utf8), limits: MIMELimits(parts: 10))
        #expect(message.allParts.count == 10)
        #expect(message.defects.contains { $0.code == .partLimit } == isOver)
    }

    @Test(arguments: [(9, false), (10, true)])
    func `Nesting ends at its limit`(depth: Int, isOver: Bool) {
        let nested = repeated("Content-Type: message/rfc822\n\n", depth)
        let mail = nested + "\nbody"
        let message = MIMEMessage(parsing: Array(mail.utf8), limits: MIMELimits(depth: 10))
        #expect(message.allParts.count == 10)
        #expect(message.defects.contains { $0.code == .depthLimit } == isOver)
    }

    @Test(arguments: [(100, false), (101, true)])
    func `A header ends at its limit`(length: Int, isOver: Bool) {
        let first = "Subject: x\n"
        let mail = first + "X: " + repeated("y", length - first.count - 4) + "\n\nbody"
        let message = MIMEMessage(parsing: Array(mail.utf8), limits: MIMELimits(headerBytes: 100))
        #expect(message.subject == "x")
        #expect((message.headers["X"] == nil) == isOver)
        #expect(message.defects.contains { $0.code == .headerLimit } == isOver)
        #expect(message.root.decodedText() == "body")
    }

    @Test(arguments: [(100, false), (101, true)])
    func `Parameter segments end at their limit`(segments: Int, isOver: Bool) {
        let parameters = (0..<segments).reversed().map { ";\n name*\($0)=x" }.joined()
        let mail = "Content-Type: image/png" + parameters + "\n\n"
        let message = MIMEMessage(parsing: Array(mail.utf8))
        #expect(message.root.fileName?.count == 100)
        #expect(message.defects.contains { $0.code == .parameterLimit } == isOver)
    }

    @Test(arguments: [(30, false), (31, true)])
    func `A decoded body ends at its limit`(length: Int, isOver: Bool) {
        let mail = "\n" + repeated("x", length)
        let message = MIMEMessage(parsing: Array(mail.utf8), limits: MIMELimits(decodedBytes: 30))
        let (octets, defects) = message.root.decoded()
        #expect(octets.count == 30)
        #expect(defects.contains { $0.code == .decodedLimit } == isOver)
    }

    @Test func `Defects end at their limit`() {
        let mail = repeated("A: b\njunk\n", 50) + "A: b\n\n"
        let message = MIMEMessage(parsing: Array(mail.utf8), limits: MIMELimits(defects: 10))
        #expect(message.defects.count == 11)
        #expect(message.defects.last?.code == .defectLimit)
    }

    /// Modest sizes: the whole ones are for an optimised build.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "Content-Type: multipart/mixed; boundary=b\n\n"
                + String(repeating: "--b\n\nx\n", count: 50_000),
            String(repeating: "Content-Type: multipart/mixed; boundary=b\n\n--b\n", count: 5_000),
            (0..<5_000).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }
                .joined(),
            "Subject: x\n\n" + String(repeating: "a", count: 1_000_000),
            "Subject: " + String(repeating: "a", count: 1_000_000),
            "Subject: x\n" + String(repeating: " folded\n", count: 50_000),
            "Content-Type: text/plain"
                + (0..<10_000).reversed().map { ";\n name*\($0)*=%41" }.joined(),
            "Subject:" + String(repeating: "\n =?utf-8?B?w6Q=?=", count: 10_000),
            "Content-Type: multipart/mixed; boundary=b\n\n"
                + String(repeating: "-", count: 200_000),
            "Content-Type: multipart/mixed; boundary=b\n\n"
                + String(repeating: "--bx\n", count: 50_000),
            "From: " + String(repeating: "(", count: 100_000),
            "From: <a@b>" + String(repeating: ":", count: 100_000),
        ])
    func `Hostile mail ends soon`(mail: String) {
        let began = ContinuousClock.now
        let message = MIMEMessage(parsing: Array(mail.utf8))
        _ = (message.subject, message.from, message.leafParts.map { $0.decodedText().utf8.count })
        #expect(ContinuousClock.now - began < .seconds(20))
    }
}
