import OutputText

extension WitError.Code {
    /// The finished message holds a location that should have stayed at home.
    public static let locationLeak: Self = "location-leak"
    /// What was to be left out is in the finished message.
    public static let fieldLeak: Self = "field-leak"
    /// The finished message holds a path of this machine.
    public static let pathLeak: Self = "path-leak"
}

extension WitError {
    /// What was found in a finished message.
    ///
    /// - Parameter place: the part of the message; may be empty.
    init(_ leak: Code, at place: String, _ message: String) {
        self.init(leak, about: place.isEmpty ? nil : .item(place), message)
    }
}
