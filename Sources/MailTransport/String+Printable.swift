import OutputText

extension String {
    /// The text on one line without hazards, one blank for several, cut at 300 characters: what a server
    /// says must not steer a terminal.
    var printableLine: String {
        let head = String(String.UnicodeScalarView(unicodeScalars.prefix(301)))
        let words = head.shownLine.split(separator: " ").joined(separator: " ")
        return unicodeScalars.count > 300 ? words + "…" : words
    }
}
