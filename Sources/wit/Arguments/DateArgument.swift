import ArgumentParser
import Foundation
import PhotoRecords
import WhatIsThat

/// A date as a person types it: `2024-05-01`, `2024-05-01 10:22`, `2024-05-01T10:22:33.12+02:00`.
struct DateArgument: Sendable, Equatable {
    let local: LocalDateTime
    let offset: UTCOffset?

    /// - Throws: `ValidationError` naming the text where it is no date.
    init(parsing text: String) throws {
        guard let date = TypedDate(text) else {
            let text = text.trimmingCharacters(in: .whitespaces)
            throw ValidationError(
                "“\(text)” is not a date: write 2024-05-01, 2024-05-01T10:22:33 or "
                    + "2024-05-01T10:22:33+02:00.")
        }
        local = date.local
        offset = date.offset
    }
}

/// The beginning or end of a span: a date, or a year or month alone.
struct SpanArgument: Sendable, Equatable {
    /// The first moment meant.
    let first: LocalDateTime
    /// The last moment meant, as a date alone (that whole day) or a time.
    let last: LocalDateTime

    /// Reads `2024`, `2024-05` or what `DateArgument` reads.
    init(parsing text: String) throws {
        if let match = text.wholeMatch(of: /(\d{4})(?:-(\d\d))?/)?.output, let year = Int(match.1) {
            let month = match.2.flatMap { Int($0) }
            let end = month ?? 12
            let endDay = (1...12).contains(end) ? LocalDateTime.days(inMonth: end, year: year) : 0
            if let first = LocalDateTime(year: year, month: month ?? 1, day: 1),
                let last = LocalDateTime(year: year, month: end, day: endDay)
            {
                self.first = first
                self.last = last
                return
            }
        }
        guard let date = try? DateArgument(parsing: text) else {
            throw ValidationError(
                "“\(text)” is not a time: write 2024, 2024-05, 2024-05-01 or 2024-05-01T10:22.")
        }
        first = date.local
        last = date.local
    }
}
