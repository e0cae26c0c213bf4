import Foundation

/// An ordinary mail with pictures of its own.
public enum PictureMail {
    /// A mail with small PNGs attached, each of another look.
    ///
    /// - Parameters:
    ///   - number: tells it, and its pictures, from other mails.
    ///   - pictures: how many pictures it has.
    public static func text(_ number: Int, pictures: Int = 1) -> String {
        let parts = (0..<pictures).map { index in
            // Far from one another: a likeness would be proposed to be joined.
            let bits = UInt64(number * 1_000 + index + 1) &* 0x9E37_79B9_7F4A_7C15
            let data = Data(CollidingPicture.png(hash: bits)).base64EncodedString(
                options: [
                    .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
                ]
            )
            return """
                --edge\r
                Content-Type: image/png; name="\(number)-\(index).png"\r
                Content-Disposition: attachment; filename="\(number)-\(index).png"\r
                Content-Transfer-Encoding: base64\r
                \r
                \(data)\r

                """
        }
        return """
            From: Anna <anna@example.org>\r
            To: bert@example.org\r
            Subject: Number \(number)\r
            Message-ID: <\(number)@example.org>\r
            MIME-Version: 1.0\r
            Content-Type: multipart/mixed; boundary="edge"\r
            \r
            \(parts.joined())--edge--\r

            """
    }

    /// Makes a Maildir of such mails, the first with the number 1.
    ///
    /// - Returns: the mails' paths.
    @discardableResult
    public static func maildir(of count: Int, at path: String) throws -> [String] {
        for name in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                atPath: path + "/" + name, withIntermediateDirectories: true)
        }
        return try (1...count).map { number in
            let file = "\(path)/cur/\(String(100_000 + number)).example:2,S"
            try Data(text(number).utf8).write(to: URL(filePath: file))
            return file
        }
    }
}
