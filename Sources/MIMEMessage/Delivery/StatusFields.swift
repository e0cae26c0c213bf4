/// The fields of one block of a delivery report (RFC 3464 §2.1): those of the message, or of one
/// recipient.
struct StatusFields {
    private var values: [String: String] = [:]

    /// The most octets of a value, folds undone.
    private static let longestValue = 4_000

    /// The value of a field, by its name in small letters.
    subscript(name: String) -> String? { values[name] }

    /// The blocks of a report.
    ///
    /// QUIRK: RFC 3464 §2.1: some servers put no empty line between the blocks; another block begins
    /// where a recipient's field is repeated.
    static func blocks(_ text: String) -> [StatusFields] {
        var blocks: [StatusFields] = []
        var block = StatusFields()
        var name: String?
        func end() {
            if !block.values.isEmpty { blocks.append(block) }
            block = StatusFields()
            name = nil
        }
        for line in text.utf8.split(separator: UInt8.lf, omittingEmptySubsequences: false) {
            let octets = Array(line)[...]
            if octets.trimmed.isEmpty {
                end()
            } else if octets.first?.isBlank ?? false {
                if let name { block.goOn(name, octets.trimmed) }
            } else if let colon = octets.firstIndex(of: .colon) {
                let field = String(decoding: octets[..<colon].trimmed, as: UTF8.self)
                    .asciiLowercased
                if block.values[field] != nil, field.hasSuffix("-recipient") { end() }
                name = field
                block.goOn(field, octets[(colon + 1)...].trimmed)
            }
        }
        end()
        return blocks
    }

    private mutating func goOn(_ name: String, _ octets: ArraySlice<UInt8>) {
        let known = values[name] ?? ""
        guard known.utf8.count < Self.longestValue else { return }
        let more = String(decoding: octets.prefix(Self.longestValue), as: UTF8.self)
        values[name] = known.isEmpty ? more : known + " " + more
    }

    /// A value without the type in front of it: `smtp; 550 no such user`.
    static func withoutType(_ value: String) -> String {
        guard let semicolon = value.firstIndex(of: ";"),
            value[..<semicolon].utf8.allSatisfy({
                $0.isLetter || $0.isDigit || $0 == .hyphen || $0.isBlank
            })
        else { return value }
        let rest = Array(value[value.index(after: semicolon)...].utf8)
        return String(decoding: rest.trimmed, as: UTF8.self)
    }

    /// The address of a recipient field, without its type and angle brackets.
    ///
    /// Escapes of `utf-8` addresses (`\x{E9}`, RFC 6533 §3) are undone.
    static func address(_ value: String) -> String {
        var address = Array(withoutType(value).utf8)[...]
        if address.first == .less, let close = address.firstIndex(of: .greater) {
            address = address[..<close].dropFirst()
        } else if address.last == .greater {
            // QUIRK: RFC 3464 §2.3.2: some servers leave one bracket of an SMTP path.
            address = address.dropLast()
        }
        return unescaped(String(decoding: address.trimmed, as: UTF8.self))
    }

    private static func unescaped(_ text: String) -> String {
        guard text.contains("\\x{") else { return text }
        var result = String.UnicodeScalarView()
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.first {
            if scalar == "\\", rest.dropFirst().first == "x", rest.dropFirst(2).first == "{" {
                let digits = rest.dropFirst(3).prefix(8).prefix { $0 != "}" }
                let name = String(String.UnicodeScalarView(digits))
                if rest[digits.endIndex...].first == "}",
                    let value = UInt32(name, radix: 16).flatMap(Unicode.Scalar.init)
                {
                    result.append(value)
                    rest = rest[(digits.endIndex + 1)...]
                    continue
                }
            }
            result.append(scalar)
            rest = rest.dropFirst()
        }
        return String(result)
    }

    /// The three numbers of a status code: `5.1.1` of `5.1.1 (bad destination)`.
    static func statusCode(_ value: String) -> String? {
        let code = value.utf8.prefix { $0.isDigit || $0 == .dot }
        let numbers = code.split(separator: UInt8.dot, omittingEmptySubsequences: false)
        guard numbers.count == 3, numbers.allSatisfy({ (1...3).contains($0.count) }) else {
            return nil
        }
        return String(decoding: Array(code), as: UTF8.self)
    }
}
