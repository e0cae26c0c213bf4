import Foundation
import JSON
import TestSupport
import Testing

/// A question on its whole way: out by real servers, answered by other mail programs, fetched, accepted,
/// written into the file, shared on.
@Suite(.needs(.mailServers))
struct AskingEndToEndTests {
    private let fixture: FetchFixture
    private let ben = MailServers.freshUser()
    private let photo: String

    init() throws {
        fixture = try FetchFixture()
        photo = fixture.folder.path("photo.jpg")
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/mountain.jpg"), to: URL(filePath: photo))
    }

    private var user: String { fixture.user }

    @discardableResult
    private func wit(_ arguments: String..., catalog: String = "catalog.sqlite") throws
        -> Program.Outcome
    {
        let outcome = try fixture.wit(catalog: catalog)(arguments)
        try #require(outcome.status == 0, "\(arguments) \(outcome.errors)\(outcome.output)")
        return outcome
    }

    private func json(_ arguments: String...) throws -> [JSONValue] {
        let outcome = try fixture.wit()(arguments + ["--json"])
        try #require(outcome.status == 0, "\(arguments) \(outcome.errors)")
        return try outcome.lines.map { try JSONValue(parsing: $0.utf8) }
    }

    /// The mails in a mailbox.
    private func mails(of user: String) throws -> [String] {
        try fixture.servers.files(of: user).map { name in
            let places = ["new", "cur"].map { fixture.servers.maildir(of: user) + "/\($0)/" + name }
            let path = try #require(places.first { FileManager.default.fileExists(atPath: $0) })
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        }
    }

    private func answer(
        from: String, to id: String?, subject: String, fields: [String] = [],
        type: String = "text/plain; charset=utf-8", _ text: String
    ) -> [UInt8] {
        let thread = id.map { ["In-Reply-To: \($0)", "References: \($0)"] } ?? []
        let header =
            [
                "From: \(from)", "To: \(user)@localhost",
                "Message-ID: <\(UUID().uuidString)@localhost>", "Subject: \(subject)",
                "Date: Fri, 20 Nov 2026 10:00:00 +0100",
            ] + thread + fields + ["MIME-Version: 1.0", "Content-Type: \(type)"]
        return Array((header.joined(separator: "\r\n") + "\r\n\r\n" + text).utf8)
    }

    /// A report that a mail did not arrive, from anybody.
    private func bounce(of id: String) -> [UInt8] {
        answer(
            from: "MAILER-DAEMON@localhost", to: nil, subject: "Undelivered",
            type: "multipart/report; report-type=delivery-status; boundary=b",
            """
            --b
            Content-Type: message/delivery-status

            Reporting-MTA: dns; localhost

            Final-Recipient: rfc822; \(ben)@localhost
            Action: failed
            Status: 5.1.1

            --b
            Content-Type: text/rfc822-headers

            Message-ID: \(id)

            --b--

            """)
    }

    @Test func `a question comes home with its answer`() throws {
        try wit(
            "ask", photo, "--at", "60%,30%", "--to", "Ben <\(ben)@localhost>", "--question",
            "Which peak is that?", "--send", "--account", "home", "--due", "2035-01-01")
        let sent = try #require(try mails(of: ben).first)
        let header = sent.prefix(4_000).split(whereSeparator: \.isNewline)
        func field(_ name: String) throws -> String {
            let line = try #require(header.first { $0.lowercased().hasPrefix(name + ":") })
            return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
        }
        let id = try field("message-id")
        let tag = try #require(sent.firstMatch(of: /\[wit-[a-z0-9]{12}\]/)).output
        let subject = "Re: What is that? \(tag)"

        // What comes in between changes nothing that matters.
        try fixture.servers.deliver(
            [
                answer(
                    from: "\(ben)@localhost", to: id, subject: "Away",
                    fields: ["Auto-Submitted: auto-replied"], "I am away until Monday.\r\n"),
                bounce(of: id),
                answer(
                    from: "Eve <eve@evil.example>", to: nil, subject: subject,
                    "What is it: Mount Doom\r\n"),
                answer(from: "list@localhost", to: nil, subject: "News", "Nothing of this.\r\n"),
            ], to: user)
        try wit("fetch", "--account", "home")
        #expect(try json("questions")[0]["state"] == "undeliverable")
        try wit("review", "--accept-all")
        #expect(
            try json("show", photo)[0]["regions"]?.array?.compactMap { $0["name"]?.string } == [
                "Anna"
            ])

        // neomutt, Thunderbird and Gmail.
        try fixture.servers.deliver(
            [
                answer(
                    from: "Ben <\(ben)@localhost>", to: id, subject: subject,
                    fields: ["User-Agent: NeoMutt/20240425"],
                    "The Matterhorn.\r\n\r\nOn Fri, Nov 20, 2026, Anna wrote:\r\n"
                        + "> Which peak is that?\r\n> What is it: …\r\n"),
                answer(
                    from: "Ben <\(ben)@localhost>", to: id, subject: subject,
                    type: "text/html; charset=utf-8",
                    "<html><body><div class=\"moz-cite-prefix\">Am 20.11.26 schrieb Anna:<br>"
                        + "</div><blockquote type=\"cite\">Which peak is that?</blockquote>"
                        + "<p>Monte Cervino, in Italian</p><blockquote type=\"cite\">What is it: "
                        + "…</blockquote></body></html>"),
                answer(
                    from: "Prof <prof@uni.example>", to: id, subject: subject,
                    type: "text/html; charset=utf-8",
                    "<div dir=\"ltr\">What is it: Mont Cervin</div><br><div class=\"gmail_quote\">"
                        + "<div dir=\"ltr\" class=\"gmail_attr\">On Fri, Nov 20, 2026, Anna wrote:"
                        + "<br></div><blockquote class=\"gmail_quote\">What is it: …"
                        + "</blockquote></div>"),
            ], to: user)
        try wit("fetch", "--account", "home")
        let question = try #require(try json("questions", "--answered").first)
        #expect(question["answers"] == 3 && question["due"] == "2035-01-01")
        let proposals = try json("review")
        let names = proposals.map { $0["proposed"]?.array?.last?["name"]?.string }
        #expect(
            names == [
                "Mount Doom", "The Matterhorn.", "Monte Cervino, in Italian", "Mont Cervin",
            ])
        let number = try #require(proposals[3]["number"]?.int)
        try wit("review", "--accept", "\(number)")
        #expect(try json("questions")[0]["state"] == "settled")
        let region = try #require(try json("show", photo)[0]["regions"]?.array?.last)
        #expect(region["name"] == "Mont Cervin")
        #expect(try wit("questions", "show", "1").output.contains("Prof <prof@uni.example>"))

        // The file has it, and another catalog.
        try wit("edit", photo, "--keyword", "+peak", "--write-metadata")
        if let exiftool = try Program.needed("exiftool") {
            let seen = try exiftool(["-j", "-struct", "-RegionInfo", "-ImageRegion", photo]).output
            #expect(seen.contains("Mont Cervin"), "\(seen)")
        }
        if let exiv2 = try Program.needed("exiv2") {
            #expect(try exiv2(["-px", photo]).output.contains("Mont Cervin"))
        }
        try wit("share", photo, "--to", "c@example.org", "--output", "share.eml")
        try wit("import", "share.eml", catalog: "third.sqlite")
        let third = try wit("export", "--format", "jsonl", catalog: "third.sqlite").output
        #expect(third.contains("Mont Cervin"))
    }
}
