import Foundation
import MIMEMessage
import TestSupport
import Testing

/// TNEF of real mail, and our own, beside what Debian's `tnef` takes from it.
@Suite struct TNEFCorpusTests {
    private static let mails = [
        "mimekit/UnitTests/TestData/tnef/ukr.eml",
        "roundcube/tests/MessageRendering/data/greenmail/"
            + "test-message-rendering@localhost/INBOX/tnef1.eml",
        "roundcube/tests/MessageRendering/data/greenmail/"
            + "test-message-rendering@localhost/INBOX/tnef2.eml",
    ]

    /// The files that `tnef` finds, by name.
    private func files(in octets: [UInt8], _ tnef: Program) throws -> [String: [UInt8]] {
        let folder = try TemporaryFolder()
        try Data(octets).write(to: folder.url.appending(path: "winmail.dat"))
        let out = folder.url.appending(path: "out")
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        let outcome = try tnef(["-C", out.path, "-f", folder.path("winmail.dat")])
        try #require(outcome.status == 0, "\(outcome.errors)")
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: out.path) {
            files[name] = Array(try Data(contentsOf: out.appending(path: name)))
        }
        return files
    }

    private static let installed = Program.installed("tnef")

    @Test(.needs(.mailCorpus, .tool("tnef")), arguments: mails)
    func `real TNEF gives the files that tnef takes from it`(mail: String) throws {
        let corpus = try #require(Checkout.mailCorpus)
        let bytes = Array(try Data(contentsOf: corpus.appending(path: mail)))
        let message = MailMessage(parsing: bytes)
        let pack = try #require(message.leafParts.first { $0.fileName == "winmail.dat" })
        let contents = try #require(pack.packedContents())
        let theirs = try files(in: pack.decodedBody(), try #require(Self.installed))
        let ours = Dictionary(
            contents.parts.compactMap { part in part.fileName.map { ($0, part.decodedBody()) } },
            uniquingKeysWith: { first, _ in first })
        print(
            "\(mail): \(contents.parts.map { $0.fileName ?? $0.contentType.essence }),",
            "tnef: \(theirs.keys.sorted()),", contents.defects)
        #expect(ours == theirs)
        #expect(contents.defects.isEmpty)
    }

    @Test(.needs(.tool("tnef")))
    func `the TNEF of these tests is TNEF to tnef too`() throws {
        var builder = TNEFBuilder()
        builder.addMessage(subject: Array("s".utf8), body: Array("text".utf8))
        builder.addAttachment(
            title: "SHORT.TXT", Array("one".utf8),
            properties: [TNEFBuilder.named("n"), TNEFBuilder.text(0x3707, "a long name.txt")])
        let theirs = try files(in: builder.octets, try #require(Self.installed))
        #expect(theirs == ["a long name.txt": Array("one".utf8)])
    }
}
