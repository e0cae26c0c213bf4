import OutputText

extension WitError.Code {
    /// The file is not a gazetteer file.
    public static let notPlaces: Self = "not-places"
    /// The file is cut short, or its parts do not fit one another.
    public static let placesDamaged: Self = "damaged"
}

extension WitError {
    /// An error of a file of places or outlines.
    init(code: Code, message: String) { self.init(code, message) }
}
