import ArgumentParser
import OutputText
import PhotoRecords
import WhatIsThat

/// The day by which an answer is wanted: `2026-12-01`, today or later.
struct DueArgument: Sendable, Equatable {
    let day: String

    /// - Throws: `ValidationError` naming the text where it is no day, or one that is over.
    init(parsing text: String) throws {
        let date = try DateArgument(parsing: text)
        guard date.local.time == nil, date.offset == nil else {
            throw ValidationError("“\(text)” is more than a day: write 2026-12-01.")
        }
        day = date.local.iso
        do { try DueDate.refuseDateInPast(day) } catch {
            throw ValidationError(error.message.capitalizedFirst + ".")
        }
    }
}
