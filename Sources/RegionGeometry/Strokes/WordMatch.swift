/// A word that a stroke may say, and how much like it the stroke is.
public struct WordMatch: Hashable, Sendable {
    /// The word.
    public let word: String
    /// How much like the best of its examples the stroke is: 0 to 1.
    public let score: Double
    /// Whether it is near enough to be that word.
    public let isKnown: Bool
}
