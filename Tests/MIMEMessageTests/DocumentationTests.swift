import Foundation
import MIMEMessage
import TestSupport
import Testing

/// The examples of the library's documentation and of the README: they compile here, and they are these.
@Suite struct DocumentationTests {
    @Test func `the examples run, and do what they are there for`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("m.eml")
        var builder = MIMEBuilder(
            body: .mixed([
                .plainText("body"), .attachment([1, 2, 3], type: .jpeg, fileName: "a.jpg"),
            ]))
        builder.from = [try Mailbox(validating: "anna@a.example")]
        builder.subject = "x"
        try Data(try builder.build()).write(to: URL(filePath: path))
        try Self.run(path)
    }

    /// Letter by letter, blanks apart.
    @Test func `the examples of the documentation and of the README are all run here`() throws {
        let documentation = try String(
            contentsOf: Checkout.root.appending(
                path: "Sources/MIMEMessage/MIMEMessage.docc/MIMEMessage.md"), encoding: .utf8)
        let readme = try String(
            contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
        let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        func words(_ text: some StringProtocol) -> String {
            text.split(whereSeparator: \.isWhitespace).joined()
        }
        let examples = (documentation + readme).components(separatedBy: "```swift\n").dropFirst()
            .map {
                $0.components(separatedBy: "```")[0]
            }
        try #require(examples.count == 8)
        for example in examples { #expect(words(here).contains(words(example)), "\(example)") }
    }

    private static func run(_ path: String) throws {
        do {
            let message = MailMessage(
                parsing: Array("Subject: =?utf-8?Q?K=C3=A4se?=\n\nHello".utf8))
            print(message.subject ?? "", message.root.decodedText())
            #expect(message.subject == "Käse" && message.root.decodedText() == "Hello")
        }
        do {
            let long = MailMessage(parsing: try MailOctets(contentsOfFile: path))
            for part in long.leafParts where part.isAttachment {
                var count = 0
                let defects = part.decode { piece in count += piece.count }
                print(part.path, part.fileName ?? "without a name", count, defects.count)
            }
            let attachment = try #require(long.leafParts.last)
            var octets: [UInt8] = []
            #expect(attachment.decode { piece in octets += piece } == [])
            #expect(attachment.fileName == "a.jpg" && octets == [1, 2, 3])
        }
        do {
            try MailSource.path(path).forEach { item in
                let message = MailMessage(parsing: item.octets)
                print(item.name, message.tree)
            }
            var subjects: [String?] = []
            try MailSource.path(path).forEach { item in
                subjects.append(MailMessage(parsing: item.octets).subject)
            }
            #expect(subjects == ["x"])
        }
        do {
            try MailSource.path(path).forEach { item in
                let message = MailMessage(parsing: item.octets)
                print(item.name, message.subject ?? "", message.from, message.tree)
                for defect in message.defects { print(defect) }
            }
        }
        do {
            var assembler = PartialAssembler()
            try MailSource.path(path).forEach { item in
                let message = MailMessage(parsing: item.octets)
                for piece in [message] + message.embeddedPieces {
                    if case .whole(let whole, let pieces) = try assembler.take(
                        piece, named: item.name)
                    {
                        print(whole.tree, "of", pieces, "pieces")
                    }
                }
            }
            for set in assembler.incomplete { print(set.sentence) }
            // The message is no piece, and none is waited for.
            #expect(assembler.incomplete.isEmpty)
        }
        do {
            var builder = MIMEBuilder(
                body: .mixed([
                    .plainText("The red kite above the barn.", flowed: true),
                    .attachment(
                        [0xFF, 0xD8, 0xFF], type: .jpeg, fileName: "Rotmilan über der Scheune.jpg"),
                ]))
            builder.from = [try Mailbox(validating: "Anna <anna@a.example>")]
            builder.to = [try Mailbox(validating: "bert@b.example")]
            builder.subject = "Rotmilan über der Scheune"
            let octets = try builder.build()
            let read = MailMessage(parsing: octets)
            #expect(read.subject == builder.subject && read.defects.isEmpty)
            #expect(read.leafParts.last?.fileName == "Rotmilan über der Scheune.jpg")
        }
        do {
            let answer =
                "In-Reply-To: <q1@a.example>\n\nA red kite!\n\nAnna wrote:\n> What is that?\n"
            let message = MailMessage(parsing: Array(answer.utf8))
            if let automatic = AutomaticMail(of: message) {
                print("written by a program:", automatic.sign)
            } else if let reply = message.replyText() {
                print(reply.text)
            }
            for recipient in DeliveryReport(of: message)?.recipients ?? [] {
                print(recipient.address, recipient.action, recipient.status ?? "without a status")
            }
            #expect(AutomaticMail(of: message) == nil && DeliveryReport(of: message) == nil)
            #expect(message.replyText()?.text == "A red kite!")
        }
        do {
            let written = path + ".out"
            try Data().write(to: URL(filePath: written))
            let output = try FileHandle(forWritingTo: URL(filePath: written))
            let long = MIMEBuilder(
                body: .mixed([
                    .plainText("The whole film."),
                    .attachment(
                        .file(path: path), type: MediaType("video", "mp4"), fileName: "kite.mp4"),
                ]))
            print(try long.encodedSize(), "octets")
            try long.write { piece in try output.write(contentsOf: piece) }
            try output.close()
            let size = try Data(contentsOf: URL(filePath: written)).count
            #expect(try long.encodedSize() == size)
        }
    }
}
