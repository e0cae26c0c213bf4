import Foundation
import JSON
import TestSupport
import Testing

/// A user of the real mail servers who asks about a photo, and Ben, who is asked.
struct AskingFixture {
    let fixture: FetchFixture
    let ben = MailServers.freshUser()
    let photo: String

    init() throws {
        fixture = try FetchFixture()
        photo = fixture.folder.path("photo.jpg")
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/mountain.jpg"), to: URL(filePath: photo))
    }

    var servers: MailServers { fixture.servers }
    var user: String { fixture.user }

    @discardableResult
    func wit(_ arguments: String..., catalog: String = "catalog.sqlite") throws
        -> Program.Outcome
    {
        let outcome = try fixture.wit(catalog: catalog)(arguments)
        try #require(outcome.status == 0, "\(arguments) \(outcome.errors)\(outcome.output)")
        return outcome
    }

    func json(_ arguments: String...) throws -> [JSONValue] {
        let outcome = try fixture.wit()(arguments + ["--json"])
        try #require(outcome.status == 0, "\(arguments) \(outcome.errors)")
        return try outcome.lines.map { try JSONValue(parsing: $0.utf8) }
    }

    /// The mails in a mailbox, the oldest first.
    func mails(of user: String) throws -> [String] {
        try servers.files(of: user).map { name in
            let places = ["new", "cur"].map { servers.maildir(of: user) + "/\($0)/" + name }
            let path = try #require(places.first { FileManager.default.fileExists(atPath: $0) })
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        }
    }

    /// The mails in a mailbox, once there are as many as that; at most a minute is waited.
    func mails(of user: String, count: Int) throws -> [String] {
        let deadline = Date().addingTimeInterval(60)
        while servers.files(of: user).count < count, Date() < deadline {
            Thread.sleep(forTimeInterval: 0.05)
        }
        let mails = try mails(of: user)
        try #require(mails.count == count, "\(mails.map { $0.prefix(1_000) })")
        return mails
    }

    /// The value of a field of a mail's header, its first line.
    func field(_ name: String, of mail: String) throws -> String {
        let header = mail.prefix(4_000).split(whereSeparator: \.isNewline)
        let line = try #require(header.first { $0.lowercased().hasPrefix(name + ":") })
        return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }

    /// The names of the photo's regions.
    func regions() throws -> [String]? {
        try json("show", photo)[0]["regions"]?.array?.compactMap { $0["name"]?.string }
    }

    /// The names that open proposals would give to the region that is asked about.
    func proposals() throws -> [String?] {
        try json("review").map { $0["proposed"]?.array?.last?["name"]?.string }
    }

    /// Accepts one of the open proposals, counted from 0.
    func accept(proposal index: Int) throws {
        let proposals = try json("review")
        try #require(proposals.indices.contains(index), "\(proposals)")
        let number = try #require(proposals[index]["number"]?.int)
        try wit("review", "--accept", "\(number)")
    }

    /// Writes what the catalog knows into the photo's file, where other programs must find the name.
    func expectInFile(_ name: String) throws {
        try wit("edit", photo, "--keyword", "+peak", "--write-metadata")
        if let exiftool = try Program.needed("exiftool") {
            let seen = try exiftool(["-j", "-struct", "-RegionInfo", "-ImageRegion", photo]).output
            #expect(seen.contains(name), "\(seen)")
        }
        if let exiv2 = try Program.needed("exiv2") {
            #expect(try exiv2(["-px", photo]).output.contains(name))
        }
    }

    /// A mail to whoever asked.
    ///
    /// - Parameter id: The mail it is an answer to.
    func answer(
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
    func bounce(of id: String) -> [UInt8] {
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
}
