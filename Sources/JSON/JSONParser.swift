import ByteCoding
import OutputText
import TextCleaning

/// A text that is not JSON, and where it stops to be.
public struct JSONSyntaxError: SpokenError, Hashable, Sendable {
    /// The offset of the first octet that cannot stand where it does.
    public let offset: Int
    /// One sentence for a person.
    public let message: String

    /// The sentence, with the place.
    public var description: String { "\(message) (octet \(offset))" }
}

/// Parses JSON (RFC 8259) in one pass, in time that grows with the text alone.
///
/// Foundation's decoder makes an error, with the whole path to it, for each kind that a value is
/// not: a text of 12 KB that nests 300 deep kept it busy for seconds.
struct JSONParser {
    /// How deep arrays and objects may nest (RFC 8259 §9 allows a limit).
    static let depthLimit = 512

    private let bytes: [UInt8]
    /// Whether names and texts are a stranger's, and are cleaned.
    private let isForeign: Bool
    /// How many values more may come.
    private var valuesLeft: Int
    private var index = 0

    init(_ bytes: [UInt8], isForeign: Bool = false, values: Int = .max) {
        self.bytes = bytes
        valuesLeft = values
        self.isForeign = isForeign
        // RFC 8259 §8.1: a byte order mark may be ignored.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The one value that the text is.
    mutating func parse() throws(JSONSyntaxError) -> JSONValue {
        let value = try value(depth: 0)
        skipBlanks()
        guard index == bytes.count else { throw error("There is something after the JSON value.") }
        return value
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func error(_ message: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: min(index, bytes.count), message: message)
    }

    /// Skips white space (RFC 8259 §2).
    private mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 9 || byte == 10 || byte == 13 {
            index += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth <= Self.depthLimit else { throw error("The JSON is nested too deeply.") }
        guard valuesLeft > 0 else { throw error("The JSON has too many values.") }
        valuesLeft -= 1
        skipBlanks()
        switch current {
        case UInt8(ascii: "{"): return .object(try object(depth))
        case UInt8(ascii: "["): return .array(try array(depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        let count = word.utf8CodeUnitCount
        guard index + count <= bytes.count,
            word.withUTF8Buffer({ bytes[index..<index + count].elementsEqual($0) })
        else { throw error("The JSON has an unknown literal.") }
        index += count
        return value
    }

    private mutating func array(_ depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
        index += 1
        var values: [JSONValue] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return values }
        while true {
            values.append(try value(depth: depth + 1))
            skipBlanks()
            if take(UInt8(ascii: "]")) { return values }
            guard take(UInt8(ascii: ",")) else { throw error("A JSON array is not closed.") }
        }
    }

    private mutating func object(_ depth: Int) throws(JSONSyntaxError) -> JSONObject {
        index += 1
        var members: JSONObject = [:]
        skipBlanks()
        if take(UInt8(ascii: "}")) { return members }
        while true {
            skipBlanks()
            guard current == UInt8(ascii: "\"") else {
                throw error("A member of a JSON object has no name.")
            }
            let name = try string()
            skipBlanks()
            guard take(UInt8(ascii: ":")) else {
                throw error("A member of a JSON object has no value.")
            }
            let value = try value(depth: depth + 1)
            if members[name] == nil { members[name] = value }
            skipBlanks()
            if take(UInt8(ascii: "}")) { return members }
            guard take(UInt8(ascii: ",")) else { throw error("A JSON object is not closed.") }
        }
    }

    // MARK: Numbers (§6)

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = index
        _ = take(UInt8(ascii: "-"))
        let first = current
        let digits = skipDigits()
        guard digits > 0, first != UInt8(ascii: "0") || digits == 1 else {
            throw error("The JSON has an invalid value.")
        }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            guard skipDigits() > 0 else { throw error("A JSON number ends with a decimal point.") }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard skipDigits() > 0 else {
                throw error("A JSON number has no digits in its exponent.")
            }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else {
            throw error("A JSON number is too large.")
        }
        // `5.0` is written as `5`, and would else be another value when it is read again.
        if abs(double) <= 9_007_199_254_740_992, let integer = Int64(exactly: double) {
            return .integer(integer)
        }
        return .number(double)
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = current, byte >= 0x30, byte <= 0x39 { index += 1 }
        return index - start
    }

    // MARK: Strings (§7)

    private mutating func string() throws(JSONSyntaxError) -> String {
        index += 1
        let start = index
        var escaped: [UInt8]?
        while let byte = current {
            if byte == UInt8(ascii: "\"") {
                let text =
                    escaped.map { String(validating: $0, as: UTF8.self) }
                    ?? String(validating: bytes[start..<index], as: UTF8.self)
                guard let text else { throw error("A JSON string is not UTF-8.") }
                index += 1
                return isForeign ? ForeignText.cleaned(text) : text
            }
            guard byte >= 0x20 else { throw error("A JSON string contains a control character.") }
            if byte == UInt8(ascii: "\\") {
                var octets = escaped ?? Array(bytes[start..<index])
                escaped = nil
                index += 1
                try takeEscape(into: &octets)
                escaped = octets
            } else {
                escaped?.append(byte)
                index += 1
            }
        }
        throw error("A JSON string is not closed.")
    }

    private mutating func takeEscape(into octets: inout [UInt8]) throws(JSONSyntaxError) {
        let byte = current
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): octets.append(byte ?? 0)
        case UInt8(ascii: "b"): octets.append(8)
        case UInt8(ascii: "f"): octets.append(12)
        case UInt8(ascii: "n"): octets.append(10)
        case UInt8(ascii: "r"): octets.append(13)
        case UInt8(ascii: "t"): octets.append(9)
        case UInt8(ascii: "u"):
            let scalar = try escapedScalar() ?? "\u{FFFD}"
            octets += Array(String(scalar).utf8)
        default: throw error("A JSON string has an invalid escape.")
        }
    }

    /// The scalar of one `\u` escape or of the two of a surrogate pair; nil for a surrogate without
    /// its other half (§8.2), whose neighbours stay what they are.
    private mutating func escapedScalar() throws(JSONSyntaxError) -> Unicode.Scalar? {
        let unit = try codeUnit()
        guard unit >> 10 == 0x36 else { return Unicode.Scalar(unit) }
        let next = index
        if take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let low = try codeUnit()
            if low >> 10 == 0x37 {
                return Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF))
            }
        }
        index = next
        return nil
    }

    /// The four hexadecimal digits of `\u`.
    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt32 {
        guard index + 4 <= bytes.count else {
            throw error("A \\u escape of the JSON is truncated.")
        }
        var unit: UInt32 = 0
        for byte in bytes[index..<index + 4] {
            guard let digit = HexDigits.value(of: byte) else {
                throw error("A \\u escape of the JSON is invalid.")
            }
            unit = unit << 4 | UInt32(digit)
        }
        index += 4
        return unit
    }
}
