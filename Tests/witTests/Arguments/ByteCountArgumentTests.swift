import Testing

@testable import wit

@Suite struct ByteCountArgumentTests {
    @Test(arguments: [
        ("10000000", 10_000_000), ("10M", 10_000_000), ("25MB", 25_000_000),
        ("25 mb", 25_000_000), ("20MiB", 20_971_520), ("2.5M", 2_500_000), ("600kB", 600_000),
        ("1KiB", 1_024), ("1g", 1_000_000_000), ("7b", 7),
    ])
    func `a number of bytes has several spellings`(text: String, bytes: Int) {
        #expect(ByteCountArgument(argument: text)?.bytes == bytes)
    }

    @Test(arguments: ["", "0", "-1", "M", ".5M", "5.", "1e6", "10 boxes", "0.2", "99999999G", "٣M"])
    func `what is not a number of bytes is refused`(text: String) {
        #expect(ByteCountArgument(argument: text) == nil)
    }
}
