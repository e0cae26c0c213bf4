extension Int {
    /// So many of something, for a sentence to a person: `1 photo`, `2 photos`, `0 photos`.
    ///
    /// - Parameters:
    ///   - one: The noun in the singular.
    ///   - many: The noun in the plural; nil where an `s` makes it.
    public func counted(_ one: String, _ many: String? = nil) -> String {
        "\(self) \(self == 1 ? one : many ?? one + "s")"
    }
}
