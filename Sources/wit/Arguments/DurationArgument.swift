import ArgumentParser

/// A span of time as a person types it: `3m20s`, `1h`, `90s`, `-45s`.
struct DurationArgument: Sendable, Equatable {
    /// Its seconds.
    let seconds: Double

    /// - Throws: `ValidationError` naming the text where it is no span.
    init(parsing text: String) throws {
        let parts = text.wholeMatch(of: /([+-]?)(?:(\d{1,4})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?/)
        guard let parts = parts?.output, parts.2 != nil || parts.3 != nil || parts.4 != nil else {
            throw ValidationError(
                "“\(text)” is not a duration: write hours, minutes and seconds as 1h30m or 3m20s.")
        }
        func number(_ digits: Substring?) -> Double { digits.flatMap { Double($0) } ?? 0 }
        let size = number(parts.2) * 3600 + number(parts.3) * 60 + number(parts.4)
        seconds = parts.1 == "-" ? -size : size
    }
}
