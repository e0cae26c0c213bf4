import PhotoRecords
import Testing

@testable import wit

@Suite struct DateArgumentTests {
    @Test(arguments: [
        ("2024-05-01", "2024-05-01", nil), ("2024-05-01T10:22:33", "2024-05-01T10:22:33", nil),
        ("2024-05-01 10:22", "2024-05-01T10:22:00", nil),
        ("2024-05-01T10:22:33.12+02:00", "2024-05-01T10:22:33.12", "+02:00"),
        ("2024-05-01 10:22 -0330", "2024-05-01T10:22:00", "-03:30"),
        ("2024-05-01T10:22:33Z", "2024-05-01T10:22:33", "+00:00"),
        ("2024-02-29", "2024-02-29", nil),
    ])
    func `dates are read as people type them`(text: String, local: String, offset: String?) throws {
        let date = try DateArgument(parsing: text)
        #expect(date.local.iso == local)
        #expect(date.offset?.description == offset)
    }

    @Test(arguments: [
        "", "yesterday", "2024", "2024-05", "2024-02-30", "2023-02-29", "2024-13-01",
        "2024-05-01T25:00:00", "2024-05-01T10:22:33+99:00", "24:00", "01.05.2024",
    ])
    func `what is not a date is refused by a sentence that names it`(text: String) {
        let error = #expect(throws: (any Error).self) { try DateArgument(parsing: text) }
        #expect(error.map { "\($0)".contains("“\(text)”") } == true)
    }
}

@Suite struct SpanArgumentTests {
    @Test(arguments: [
        ("2024", "2024-01-01", "2024-12-31"), ("2024-02", "2024-02-01", "2024-02-29"),
        ("2023-02", "2023-02-01", "2023-02-28"), ("2024-05-01", "2024-05-01", "2024-05-01"),
        ("2024-05-01T10:22", "2024-05-01T10:22:00", "2024-05-01T10:22:00"),
    ])
    func `a year or month means all of it`(text: String, first: String, last: String) throws {
        let span = try SpanArgument(parsing: text)
        #expect(span.first.iso == first)
        #expect(span.last.iso == last)
    }

    @Test(arguments: ["", "24", "2024-13", "2024-00", "2024-5", "20245", "May 2024", "2024-02-30"])
    func `what is not a time is refused by a sentence that names it`(text: String) {
        let error = #expect(throws: (any Error).self) { try SpanArgument(parsing: text) }
        #expect(error.map { "\($0)".contains("“\(text)”") } == true)
    }
}
