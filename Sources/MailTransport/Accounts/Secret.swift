import Foundation

/// A password or an access token. It never shows itself: printed in any way it is `•••`.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The password itself: for the server alone.
    let text: String

    /// Takes a password.
    public init(_ text: String) { self.text = text }

    /// `•••`
    public var description: String { "•••" }
    /// `•••`
    public var debugDescription: String { "•••" }
    /// Nothing to see.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Whether a text shows it, as it is or as the Base64 of RFC 4616 (PLAIN) or of LOGIN.
    ///
    /// - Parameter user: Who logs in.
    func shows(in line: String, user: String) -> Bool {
        let forms = [text, Self.base64("\0\(user)\0\(text)"), Self.base64(text), Self.base64(user)]
        return forms.contains { !$0.isEmpty && line.contains($0) }
    }

    private static func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString()
    }
}
