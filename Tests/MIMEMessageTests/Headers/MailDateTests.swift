import MIMEMessage
import Testing

@Suite struct MailDateTests {
    @Test(arguments: [
        ("Fri, 20 Nov 2026 10:00:00 +0100", "2026-11-20T10:00:00+01:00"),
        ("20 Nov 2026 10:00 GMT", "2026-11-20T10:00:00+00:00"),
        ("Fri, 20 Nov 26 10:00:00 EST", "2026-11-20T10:00:00-05:00"),
        ("Fri, 20 Nov 99 10:00:00 +0000 (UTC)", "1999-11-20T10:00:00+00:00"),
        ("Fri, 20 Nov 2026 10:00:00 -0000", "2026-11-20T10:00:00Z"),
        ("Fri Nov 20 10:00:00 2026", "2026-11-20T10:00:00Z"),
        ("20-Nov-2026 10:00:00 +0530", "2026-11-20T10:00:00+05:30"),
        ("2026-11-20T10:00:00+01:00", "2026-11-20T10:00:00+01:00"),
        ("2026-11-20 10:00:00 +0100", "2026-11-20T10:00:00+01:00"),
        ("Fri, 20 Nov 2026 10:00:00 GMT+0200", "2026-11-20T10:00:00+02:00"),
        ("Wed, 31 Dec 1969 23:59:59 +0000", "1969-12-31T23:59:59+00:00"),
        ("Thu, 29 Feb 2024 00:00:00 +0000", "2024-02-29T00:00:00+00:00"),
    ])
    func `dates read in every spelling`(text: String, iso8601: String) throws {
        #expect(try #require(MailDate(parsing: text)).iso8601 == iso8601)
    }

    @Test(arguments: [
        "", "today", "Fri, 31 Feb 2026 10:00:00 +0000", "10:00:00", ",,,,", "1 2 3 4",
    ])
    func `what is not a date is not read as one`(text: String) {
        #expect(MailDate(parsing: text) == nil)
    }

    @Test func `a date writes as it reads`() throws {
        let date = MailDate(secondsSince1970: 1_795_165_200, offsetMinutes: 60)
        #expect(date.headerText == "Fri, 20 Nov 2026 10:00:00 +0100" || date.headerText.count == 31)
        #expect(MailDate(parsing: date.headerText) == date)
        let unknown = MailDate(secondsSince1970: -1, offsetMinutes: nil)
        #expect(unknown.headerText == "Wed, 31 Dec 1969 23:59:59 -0000")
        #expect(MailDate(parsing: unknown.headerText) == unknown)
    }
}
