import Testing

@testable import wit

@Suite struct DurationArgumentTests {
    @Test(arguments: [
        ("3m20s", 200.0), ("-3m20s", -200), ("+45s", 45), ("1h", 3600), ("1h30m", 5400),
        ("0s", 0), ("90m", 5400),
    ])
    func `durations are read`(text: String, seconds: Double) throws {
        #expect(try DurationArgument(parsing: text).seconds == seconds)
    }

    @Test(arguments: ["", "-", "3", "20s3m", "3 m", "3x", "1d", "m", "99999999999s"])
    func `what is not a duration is refused`(text: String) {
        #expect(throws: (any Error).self) { try DurationArgument(parsing: text) }
    }
}
