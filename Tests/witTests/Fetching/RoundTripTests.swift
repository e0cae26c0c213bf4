import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// From one catalog by a real server into another one.
@Suite(.needs(.mailServers))
struct RoundTripTests {
    @Test func `50 mails sent over STARTTLS are fetched into another catalog, all equal`() throws {
        let fixture = try FetchFixture()
        let sender = fixture.wit(catalog: "sender.sqlite")
        let folder = Checkout.fixtures.path + "/photos"
        let cataloged = try sender(["catalog", folder])
        #expect(cataloged.status == 0, "\(cataloged.errors)")
        let photos = try sender(["find", "--json"]).lines.map { try JSONValue(parsing: $0.utf8) }
        let ids = photos.compactMap { $0["id"]?.string }
        #expect(ids.count >= 10)
        for (number, id) in ids.enumerated() {
            let named = try sender(["edit", id, "--caption", "Number \(number): Grüße, “\(id)”"])
            #expect(named.status == 0, "\(named.errors)")
        }
        for number in 0..<50 {
            let sent = try sender([
                "share", ids[number % ids.count], "--to", "\(fixture.user)@localhost", "--send",
                "--account", "home", "--location", "exact", "--size", "small", "--subject",
                "Mail \(number)",
            ])
            try #require(sent.status == 0, "\(sent.errors)")
        }
        let fetched = try fixture.wit()(["fetch", "--account", "home", "--json"])
        #expect(fetched.status == 0, "\(fetched.errors)")
        #expect(fetched.lines.count == 51)
        #expect(fixture.servers.flags(of: fixture.user) == ["": 50])

        func records(_ program: Program) throws -> [String: [String: JSONValue]] {
            try program(["find", "--json"]).lines.reduce(into: [:]) { all, line in
                let record = try JSONValue(parsing: line.utf8)
                all[record["id"]?.string ?? ""] = Self.story(record)
            }
        }
        let (ours, theirs) = (try records(sender), try records(fixture.wit()))
        #expect(theirs.count == ids.count)
        for (id, record) in ours {
            for (field, value) in record {
                #expect(theirs[id]?[field] == value, "\(id) \(field)")
            }
        }
        print("50 of 50 mails sent, fetched and compared in \(ours.count) records, tried")
    }

    /// What a mail carries of a record, without what each side knows by itself.
    private static func story(_ record: JSONValue) -> [String: JSONValue] {
        var story: [String: JSONValue] = [:]
        for field in ["name", "caption", "keywords", "people", "regions"] {
            story[field] = record[field]
        }
        for field in ["local", "offset"] { story["taken " + field] = record["taken"]?[field] }
        for field in ["latitude", "longitude", "altitude"] {
            story["location " + field] = record["location"]?[field]
        }
        return story
    }
}
