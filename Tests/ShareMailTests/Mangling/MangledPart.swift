import Foundation
import MIMEMessage

/// A part of a message as a mail program that knows nothing of ours would hold and write it.
///
/// Written without our builder, so that other spellings of the same message are read too.
struct MangledPart {
    /// How a body is written.
    enum Coding { case base64, quotedPrintable, eightBit, junkyBase64 }

    var type: String
    var charset: String?
    var fileName: String?
    var contentID: String?
    var disposition: String?
    var body: [UInt8]
    var parts: [MangledPart]
    var coding = Coding.base64
    /// Whether the type names the file too (`name=`).
    var namesType = true

    /// A part of ours, decoded.
    init(_ part: MIMEPart) {
        type = part.contentType.essence
        charset = part.contentType.charset
        fileName = part.fileName
        contentID = part.contentID?.rawValue
        disposition = part.disposition?.isAttachment == true ? "attachment" : nil
        parts = part.children.map(MangledPart.init)
        body = part.children.isEmpty ? part.decodedBody() : []
    }

    /// A part with others in it.
    init(_ type: String, _ parts: [MangledPart]) {
        self.type = type
        self.parts = parts
        body = []
    }

    /// A text.
    init(text: String, type: String = "text/plain") {
        self.type = type
        charset = "utf-8"
        parts = []
        body = Array(text.utf8)
        coding = .quotedPrintable
    }

    var isPicture: Bool { type.hasPrefix("image/") }
    var isPreview: Bool { contentID?.hasPrefix("wit-preview-") ?? false }
    /// Programs make photos smaller, which are JPEGs; the map is a PNG.
    var isMap: Bool { type == "image/png" }
    var isPayload: Bool { type.hasSuffix("share+json") }

    /// The body as text in UTF-8.
    var text: String {
        get { String(decoding: body, as: UTF8.self).replacing("\r\n", with: "\n") }
        set { body = Array(newValue.utf8) }
    }

    /// This part's leaves, in order.
    var leaves: [MangledPart] { parts.isEmpty ? [self] : parts.flatMap(\.leaves) }

    /// Changes each leaf.
    mutating func change(_ apply: (inout MangledPart) throws -> Void) rethrows {
        guard !parts.isEmpty else { return try apply(&self) }
        for index in parts.indices { try parts[index].change(apply) }
    }

    /// Changes each text of a type.
    mutating func changeTexts(_ type: String? = nil, _ apply: (String) -> String) {
        change { part in
            guard part.type.hasPrefix("text/"), type == nil || part.type == type else { return }
            part.text = apply(part.text)
        }
    }

    /// Takes leaves out.
    mutating func remove(_ isGone: (MangledPart) -> Bool) {
        parts.removeAll { $0.parts.isEmpty && isGone($0) }
        for index in parts.indices { parts[index].remove(isGone) }
    }

    // MARK: Writing

    /// The whole message.
    func message(subject: String = "Fwd: photos") -> [UInt8] {
        Array(
            ("From: ben@example.net\r\nTo: carla@example.com\r\nSubject: \(subject)\r\n"
                + "Date: Sat, 21 Nov 2026 09:00:00 +0000\r\nMIME-Version: 1.0\r\n").utf8)
            + written("b")
    }

    private func written(_ boundary: String) -> [UInt8] {
        var fields = "Content-Type: " + type
        if let charset { fields += "; charset=" + charset }
        if let fileName, namesType { fields += "; name=\"\(fileName)\"" }
        if type.hasPrefix("multipart/") { fields += ";\r\n boundary=\"\(boundary)\"" }
        fields += "\r\n"
        if let contentID { fields += "Content-ID: <\(contentID)>\r\n" }
        if let disposition {
            fields += "Content-Disposition: " + disposition
            if let fileName { fields += "; filename=\"\(fileName)\"" }
            fields += "\r\n"
        }
        if type == "message/rfc822" {
            return Array((fields + "\r\n").utf8) + (parts.first?.message(subject: "inner") ?? [])
        }
        guard parts.isEmpty else {
            var bytes = Array((fields + "\r\n").utf8)
            for (index, part) in parts.enumerated() {
                bytes += Array("\r\n--\(boundary)\r\n".utf8) + part.written("\(boundary).\(index)")
            }
            return bytes + Array("\r\n--\(boundary)--\r\n".utf8)
        }
        return Array((fields + encoded).utf8) + (coding == .eightBit ? body : [])
    }

    private var encoded: String {
        let field = "Content-Transfer-Encoding: "
        switch coding {
        case .eightBit: return field + "8bit\r\n\r\n"
        case .quotedPrintable: return field + "quoted-printable\r\n\r\n" + quoted
        case .base64:
            let text = Data(body).base64EncodedString(options: .lineLength76Characters)
            return field + "base64\r\n\r\n" + text
        case .junkyBase64:
            var lines = ""
            for (index, character) in Data(body).base64EncodedString().enumerated() {
                if index % 57 == 0 { lines += index % 114 == 0 ? " \r\n" : "\t\r\n\r\n " }
                lines.append(character)
            }
            // Where no “=” ends the data, letters behind them are data too (RFC 2045 §6.8).
            let isPadded = lines.hasSuffix("=")
            let footer = isPadded ? "-- \r\nscanned: no (virus) found" : "-- \r\n*** (---) ***"
            return field + "BASE64\r\n\r\n" + lines + "\r\n\r\n" + footer + "\r\n"
        }
    }

    // Every octet but letters and digits, as one over-careful program does.
    private var quoted: String {
        var text = ""
        var column = 0
        for byte in body {
            let isPlain = (48...57).contains(byte) || (97...122).contains(byte | 32)
            let hex = String(byte, radix: 16, uppercase: true)
            text += isPlain ? String(UnicodeScalar(byte)) : "=" + (byte < 16 ? "0" : "") + hex
            column += isPlain ? 1 : 3
            if column > 70 {
                text += "=\r\n"
                column = 0
            }
        }
        return text
    }
}
