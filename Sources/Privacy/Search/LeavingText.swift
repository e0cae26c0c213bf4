/// A text of a finished message, and how its numbers and words are to be taken.
package struct LeavingText {
    /// Where it stands, in words.
    package var place: String
    /// The text.
    package var text: String
    /// What of it words are looked for in, where that is not the whole text.
    package var words: String?
    /// Whether its words are values alone, or words of the template too: not code or markup.
    package var hasWords: Bool
    /// Whether it is full of fractions of a picture, which look like degrees.
    package var hasOutlines: Bool
    /// Whether it stands in a picture.
    package var isPicture: Bool

    /// A text of a message.
    package init(
        place: String, text: String, words: String? = nil, hasWords: Bool = true,
        hasOutlines: Bool = false, isPicture: Bool = false
    ) {
        self.place = place
        self.text = text
        self.words = words
        self.hasWords = hasWords
        self.hasOutlines = hasOutlines
        self.isPicture = isPicture
    }
}
