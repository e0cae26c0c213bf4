import Foundation
import MIMEMessage
import PhotoRecords
import Pictures
import TestSupport
import Testing

@testable import ShareMail

/// What programs that nobody here wrote do to a share: it comes home from each of them, with every
/// channel, and by JSON-LD and by the readable block alone.
@Suite struct MailToolTests {
    /// A program and what it makes of a message.
    struct Tool: Sendable {
        var name: String
        var program: String
        var run: @Sendable (Program, [UInt8], TemporaryFolder) throws -> [UInt8]
    }

    static let tools: [Tool] = [
        Tool(name: "Python re-serialises, LF", program: "python3") { python, mail, _ in
            try output(python, ["-c", script("email.policy.default")], mail)
        },
        Tool(name: "Python re-serialises, 8bit, CRLF", program: "python3") { python, mail, _ in
            try output(
                python, ["-c", script("email.policy.SMTPUTF8.clone(cte_type='8bit')")], mail)
        },
        Tool(name: "Python re-encodes every text in UTF-16", program: "python3") {
            python, mail, _ in
            let change = """
                for p in m.walk():
                    if p.get_content_maintype() == 'text':
                        t, s = p.get_content(), p.get_content_subtype()
                        p.set_content(t, subtype=s, charset='utf-16', cte='base64')
                """
            return try output(python, ["-c", script("email.policy.default", change)], mail)
        },
        Tool(name: "Python makes text of the HTML alone", program: "python3") { python, mail, _ in
            let change = """
                import html, re
                body = m.get_body(('html',)).get_content()
                body = re.sub(r'(?s)<(script|style|title).*?</\\1>', '', body)
                body = re.sub(r'<(br|div|tr|h2|p)[^>]*>', '\\n', body)
                text = html.unescape(re.sub(r'<[^>]+>', '', body))
                m = email.message.EmailMessage()
                m['Subject'] = 'Fwd'
                m.set_content(text)
                """
            return try output(python, ["-c", script("email.policy.default", change)], mail)
        },
        Tool(name: "formail splits and quotes", program: "formail") { formail, mail, _ in
            try output(formail, ["-b", "-f", "-A", "X-List: photos", "-s", "cat"], unix(mail))
        },
        Tool(name: "reformail rewrites the header", program: "reformail") { reformail, mail, _ in
            try output(
                reformail, ["-A", "X-List: photos", "-i", "Subject: Fwd: photos"], unix(mail))
        },
        Tool(name: "altermime adds a footer to each text", program: "altermime") {
            altermime, mail, folder in
            let (file, footer) = (folder.path("mail.eml"), folder.path("footer.txt"))
            try Data(unix(mail)).write(to: URL(filePath: file))
            try Data("--\nlist mailing list: https://lists.example/\n".utf8).write(
                to: URL(filePath: footer))
            let outcome = try altermime([
                "--input=\(file)", "--disclaimer=\(footer)", "--disclaimer-html=\(footer)",
            ])
            try #require(outcome.status == 0, "\(outcome.errors)")
            return [UInt8](try Data(contentsOf: URL(filePath: file)))
        },
        Tool(name: "mblaze's mmime encodes it within another", program: "mmime") {
            mmime, mail, folder in
            let file = folder.path("inner.eml")
            try Data(mail).write(to: URL(filePath: file))
            let draft =
                "From: ben@example.net\nTo: carla@example.org\nSubject: Fwd: fotos é\n\nSee:\n\n"
                + "#message/rfc822 \(file)\n"
            return try output(mmime, [], Array(draft.utf8))
        },
        Tool(name: "GMime re-serialises, 7bit", program: "gcc") { gcc, mail, folder in
            guard let config = Program.installed("pkg-config"),
                case let flags = try config(["--cflags", "--libs", "gmime-3.0"]), flags.status == 0
            else { return [] }
            let source = folder.path("gmime.c")
            try Data(gmimeSource.utf8).write(to: URL(filePath: source))
            let program = folder.path("gmime")
            let words = flags.output.split(whereSeparator: \.isWhitespace).map(String.init)
            let built = try gcc([source, "-o", program] + words)
            try #require(built.status == 0, "\(built.errors)")
            return try output(Program(path: program), [], mail)
        },
    ]

    private static let records = ["bird.jpg", "boat.jpg"].compactMap { name in
        SampleShares.record(named: name).map { record in
            var record = record
            record.id = RecordID()
            record.caption = "Über dem Höfli,\nvor dem Regen"
            return record
        }
    }

    @Test(arguments: tools.map(\.name), ["en", "fr"])
    func `a program's own way to write it loses nothing`(name: String, language: String) throws {
        let tool = try #require(Self.tools.first { $0.name == name })
        guard let program = try Program.needed(tool.program) else { return }
        var options = try SampleShares.options()
        options.language = language
        let pieces = try ShareComposer().pieces(of: Self.records, options)
        let folder = try TemporaryFolder()
        let bytes = try tool.run(program, try pieces.message.bytes(), folder)
        guard try Requirement(.tools, "a library of “\(name)”", isThere: { !bytes.isEmpty }).isMet
        else { return }
        let message = MailMessage(parsing: bytes)
        let whole = ShareReader().read(message)
        #expect(whole.photos.count == 2)
        #expect(whole.photos.allSatisfy { $0.edited == nil })
        for channel in whole.channels.sorted() {
            let photos = ShareReader(channels: [channel]).read(message).photos
            #expect(photos.count == 2, "\(channel)")
            for (record, photo) in zip(Self.records, photos) {
                var (sent, back) = (record, photo.record)
                if channel == .labelledBlock {
                    (sent, back) = (LabelledBlock.readable(sent), LabelledBlock.readable(back))
                    // Where a program makes text of the HTML, line breaks are blanks.
                    if name.contains("text of the HTML") {
                        sent.caption = sent.caption?.replacing("\n", with: " ")
                        back.caption = back.caption?.replacing(/\s+/, with: " ")
                    }
                }
                #expect(StoryComparison.differences(sent, back) == [], "\(channel)")
            }
        }
        print(
            "mail tools: \(name), \(language): "
                + whole.channels.sorted().map(\.rawValue).joined(separator: ", "))
        // Text made of the HTML has what can be read, and no more.
        let left: Set<ShareChannel> =
            name.contains("text of the HTML")
            ? [.importCode, .labelledBlock] : Set(ShareChannel.allCases)
        #expect(Set(whole.channels) == left)
    }

    // MARK: Helpers

    private static func output(
        _ program: Program, _ arguments: [String], _ input: [UInt8]
    ) throws -> [UInt8] {
        let outcome = try program(arguments, input: input)
        try #require(outcome.status == 0, "\(program.path): \(outcome.errors)")
        return outcome.bytes
    }

    private static func unix(_ mail: [UInt8]) -> [UInt8] { mail.filter { $0 != 13 } }

    private static func script(_ policy: String, _ change: String = "") -> String {
        """
        import email, email.message, email.policy, sys
        m = email.message_from_binary_file(sys.stdin.buffer, policy=email.policy.default)
        \(change)
        sys.stdout.buffer.write(m.as_bytes(policy=\(policy)))
        """
    }

    private static let gmimeSource = """
        #include <gmime/gmime.h>
        #include <unistd.h>
        int main(void) {
            g_mime_init();
            GMimeStream *in = g_mime_stream_fs_new(dup(0)), *out = g_mime_stream_fs_new(dup(1));
            GMimeParser *parser = g_mime_parser_new_with_stream(in);
            GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
            if (!message) return 1;
            g_mime_object_encode(GMIME_OBJECT(message), GMIME_ENCODING_CONSTRAINT_7BIT);
            g_mime_object_write_to_stream(GMIME_OBJECT(message), NULL, out);
            return g_mime_stream_flush(out);
        }
        """
}
