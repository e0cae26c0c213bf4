extension String {
    /// The text on one line without control characters, cut at 300 characters: what a server says
    /// must not steer a terminal.
    var printableLine: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(301) {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        let words = String(scalars).split(separator: " ").joined(separator: " ")
        return unicodeScalars.count > 300 ? words + "…" : words
    }
}
