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

    /// Whether a text shows it, as it is or as the Base64 that logs in by it: of RFC 4616 (PLAIN),
    /// LOGIN, XOAUTH2 or RFC 7628 (OAUTHBEARER). Blanks and line ends in the text hide nothing.
    ///
    /// - Parameter user: Who logs in.
    func shows(in line: String, user: String) -> Bool {
        let line = Self.withoutBlanks(line)
        let separator = "\u{1}"
        let bearer = "auth=Bearer \(text)\(separator)\(separator)"
        let forms = [
            text, Self.base64("\0\(user)\0\(text)"), Self.base64(text),
            Self.base64(user), Self.base64(":" + text), Self.base64("\(user):\(text)"),
            Self.base64("user=\(user)\(separator)\(bearer)"),
        ]
        return forms.contains { !$0.isEmpty && line.contains(Self.withoutBlanks($0)) }
    }

    private static func withoutBlanks(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value > 0x20 }))
    }

    /// A text with every word in it hidden that may be the Base64 of a login, whatever its form:
    /// 16 characters or more of its alphabet.
    static func hidingLogins(in text: String) -> String {
        var shown = ""
        var word = ""
        func end() {
            shown += word.count < 16 ? word : "•••"
            word = ""
        }
        for character in text {
            let isOfWord = character.isLetter || character.isNumber || "+/=_-".contains(character)
            if character.isASCII, isOfWord {
                word.append(character)
            } else {
                end()
                shown.append(character)
            }
        }
        end()
        return shown
    }

    private static func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString()
    }
}
