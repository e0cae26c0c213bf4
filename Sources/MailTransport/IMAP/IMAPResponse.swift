/// What a server says at once: RFC 9051 §7.
enum IMAPResponse: Hashable, Sendable {
    /// How a command went, or what a server says of itself.
    struct Status: Hashable, Sendable {
        /// `OK`, `NO`, `BAD`, `BYE`, `PREAUTH`.
        var kind: String
        /// What stands in brackets, without them: `UIDVALIDITY 17`.
        var code: String?
        /// Words for a person.
        var text: String

        /// Whether it is a no for now alone: RFC 5530 §3.
        var isForNow: Bool {
            let word = code?.split(separator: " ").first?.uppercased() ?? ""
            return ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"].contains(word)
        }

        /// The number after a word of the code: 17 of `UIDVALIDITY 17`.
        func number(_ word: String) -> UInt64? {
            let words = code?.split(separator: " ") ?? []
            guard words.count == 2, words[0].uppercased() == word else { return nil }
            return UInt64(words[1])
        }
    }

    /// `+ …`: the server waits for more.
    case continuation(String)
    /// The end of a command, by its tag.
    case tagged(String, Status)
    /// `* OK …` and its like.
    case status(Status)
    /// `* 12 FETCH (…)`, `* SEARCH 1 2`: the values; and whether some were left out as too many.
    case data([IMAPValue], isCut: Bool)
}
