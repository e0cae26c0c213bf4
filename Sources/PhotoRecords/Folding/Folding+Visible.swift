extension Folding {
    /// The text without what shows nothing: format characters (zero-width spaces and joiners, soft
    /// hyphens, directions, tags), fillers and variation selectors. For comparing, not for showing:
    /// emoji and some scripts need them.
    public static func visible(_ text: some StringProtocol) -> String {
        guard text.unicodeScalars.contains(where: isInvisible) else { return String(text) }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isInvisible($0) }))
    }

    /// Whether a scalar shows nothing: a format character (general category Cf) or one that may be
    /// ignored when it is shown (UAX #44, `Default_Ignorable_Code_Point`).
    public static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0xAD else { return false }
        return scalar.properties.generalCategory == .format
            || scalar.properties.isDefaultIgnorableCodePoint
    }

    /// The key (``key(_:)``) of what can be seen of a text.
    public static func visibleKey(_ text: some StringProtocol) -> String { key(visible(text)) }
}
