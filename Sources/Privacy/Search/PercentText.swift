import ByteCoding

/// Texts with octets spelled by percent signs (RFC 3986 §2.1).
enum PercentText {
    /// The text with those octets in their place; what is no such spelling stays.
    static func decoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        func digit(_ index: Int) -> UInt8? {
            index < bytes.count
                ? HexDigits.value(of: bytes[index]) : nil
        }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), let high = digit(index + 1),
                let low = digit(index + 2)
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
