import OutputText

/// What makes a file name that a stranger gave one not to be trusted.
///
/// A name is data and may be anything; but a program that takes it for a path, or a person who
/// takes it for what it looks like, is led astray. RFC 2183 §2.3 and §5 warn of it.
enum FileNameCheck {
    /// Why a name is not to be trusted, in words that follow “it”; nil where it looks harmless.
    static func objection(to name: String) -> String? {
        let scalars = name.unicodeScalars
        if scalars.contains(where: { $0 == "/" || $0 == "\\" }) { return "leads to a folder" }
        if name == "." || name == ".." { return "is a folder" }
        if scalars.contains(where: isDirection) {
            return "contains characters that change the writing direction"
        }
        if scalars.contains(where: { $0.hazard != nil && $0.hazard != .tag }) {
            return "contains control characters"
        }
        return nil
    }

    /// Unicode's Bidi_Control (UAX #9 §2): `gpj.exe` can be made to look like `exe.jpg`.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200E, 0x200F: true
        default: scalar.hazard == .direction
        }
    }
}
