import MIMEMessage

/// A link that opens an answer to a mail, with lines to fill in (RFC 6068).
struct AnswerLink {
    /// Who gets the answer.
    var address: String
    /// The subject of the mail that is answered.
    var subject: String
    /// The mail that is answered.
    var messageID: MessageID
    /// The lines of the answer.
    var lines: [String]

    /// The link: header fields percent-encoded in UTF-8 (§2), lines of the body ended by CR LF (§5).
    var text: String {
        let fields = [
            ("subject", "Re: " + subject), ("In-Reply-To", messageID.description),
            ("body", lines.map { $0 + " \r\n" }.joined()),
        ]
        return "mailto:" + Self.encoded(address, keeping: "@") + "?"
            + fields.map { $0 + "=" + Self.encoded($1) }.joined(separator: "&")
    }

    /// Everything but unreserved characters (RFC 3986 §2.3) as percents.
    private static func encoded(_ text: String, keeping kept: String = "") -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { encoded, octet in
            let scalar = Character(Unicode.Scalar(octet))
            let isPlain = octet < 0x80 && (scalar.isLetter || scalar.isNumber)
            if isPlain || "-._~".contains(scalar) || kept.contains(scalar) {
                encoded.append(scalar)
            } else {
                encoded += "%\(digits[Int(octet >> 4)])\(digits[Int(octet & 15)])"
            }
        }
    }
}
