import Foundation

/// A mailbox's name as IMAP writes it: RFC 3501 §5.1.3, modified UTF-7.
///
/// ```swift
/// MailboxName("Entwürfe")?.coded  // "Entw&APw-rfe"
/// ```
struct MailboxName {
    /// The name as people read it.
    let text: String

    /// Takes a name; nil for an empty one, one of more than 1,000 bytes, and one with a control
    /// character, which no mailbox has and which would end the command.
    init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 1000,
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { return nil }
        self.text = text
    }

    /// The name in ASCII.
    var coded: String {
        var coded = ""
        var others: [UInt16] = []
        func end() {
            guard !others.isEmpty else { return }
            let bytes = others.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let base64 = Data(bytes).base64EncodedString()
            coded += "&" + base64.filter { $0 != "=" }.map { $0 == "/" ? "," : $0 } + "-"
            others = []
        }
        for unit in text.utf16 {
            guard (0x20...0x7E).contains(unit) else {
                others.append(unit)
                continue
            }
            end()
            coded += unit == 0x26 ? "&-" : String(UnicodeScalar(UInt8(unit)))
        }
        end()
        return coded
    }

    /// The name as a command's argument, in quotes: RFC 9051 §9, `quoted`.
    var quoted: String {
        "\"" + coded.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Reads a name as a server writes it; what is no modified UTF-7 stays as it is.
    static func decoded(_ coded: String) -> String {
        var text = ""
        var rest = coded[...]
        while let start = rest.firstIndex(of: "&") {
            text += rest[..<start]
            rest = rest[rest.index(after: start)...]
            guard let end = rest.firstIndex(of: "-") else { return coded }
            var base64 = String(rest[..<end].map { $0 == "," ? "/" : $0 })
            rest = rest[rest.index(after: end)...]
            if base64.isEmpty {
                text += "&"
                continue
            }
            base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
            guard let bytes = Data(base64Encoded: base64), bytes.count % 2 == 0,
                let part = String(bytes: bytes, encoding: .utf16BigEndian)
            else { return coded }
            text += part
        }
        return text + rest
    }
}
