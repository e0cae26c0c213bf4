import Testing

@testable import ExchangeFormats

@Suite struct CalendarExportTests {
    private func todo(_ summary: String) -> ToDo {
        var todo = ToDo(
            identifier: "wit-1@x", summary: summary, created: "2026-11-20T10:00:00Z",
            changed: "2026-11-21T11:00:00Z", status: .needsAction)
        todo.due = "2026-12-01"
        todo.contacts = ["ben@example.org", "a\r\nATTENDEE:y@example.org"]
        return todo
    }

    @Test func `a task has what RFC 5545 wants, in lines ended by CR LF`() {
        let lines = CalendarExport().text(of: [todo("What is that?")]).components("\r\n")
        #expect(lines.prefix(2) == ["BEGIN:VCALENDAR", "VERSION:2.0"])
        #expect(
            lines.dropFirst(3) == [
                "BEGIN:VTODO", "UID:wit-1@x", "DTSTAMP:20261121T110000Z",
                "CREATED:20261120T100000Z", "LAST-MODIFIED:20261121T110000Z",
                "SUMMARY:What is that?", "DUE;VALUE=DATE:20261201", "STATUS:NEEDS-ACTION",
                "CONTACT:ben@example.org", "CONTACT:a\\nATTENDEE:y@example.org", "END:VTODO",
                "END:VCALENDAR", "",
            ])
    }

    @Test func `what a stranger writes adds no line, and no line is too long`() {
        let text = CalendarExport().text(
            of: [todo("a;b,c\\d\nATTENDEE:x\r\nEND:VTODO " + String(repeating: "ü☂", count: 60))])
        let lines = text.components("\r\n")
        #expect(lines.count { $0 == "END:VTODO" } == 1)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.contains { $0.hasPrefix("SUMMARY:a\\;b\\,c\\\\d\\nATTENDEE:x") })
        let unfolded = text.replacing("\r\n ", with: "")
        #expect(unfolded.contains(String(repeating: "ü☂", count: 60)))
    }

    @Test func `a calendar of nothing is whole`() {
        #expect(CalendarExport().text(of: []).hasSuffix("END:VCALENDAR\r\n"))
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
