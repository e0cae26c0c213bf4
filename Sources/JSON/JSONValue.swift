/// An object of JSON: names and values, without an order (RFC 8259 §4).
public typealias JSONObject = [String: JSONValue]

/// Any value of JSON (RFC 8259 §3), kept as it came, so that fields that this version does not
/// know survive from one program to the next.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction or exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in their order.
    case array([JSONValue])
    /// Members by their names, in no order.
    case object(JSONObject)
}

extension JSONValue {
    /// The text, if this is a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The finite number, if this is a number of either kind.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value) where value.isFinite: value
        default: nil
        }
    }

    /// The whole number, if this is one that fits an `Int`.
    public var int: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The truth value, if this is one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements, if this is an array.
    public var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The members, if this is an object.
    public var object: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value of a member; nil if this is no object or has no such member.
    public subscript(_ name: String) -> JSONValue? { object?[name] }

    /// A count as a JSON number.
    public static func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }

    /// An array of strings.
    public static func strings(_ texts: some Sequence<String>) -> JSONValue {
        .array(texts.map(JSONValue.string))
    }
}

extension JSONValue: Encodable {
    /// Writes this value.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONValue {
    /// Parses one JSON text (RFC 8259 §2).
    ///
    /// Of members of one name the first counts. A number with a fraction of zeros is an integer.
    ///
    /// - Throws: ``JSONSyntaxError`` for octets that are not JSON in UTF-8, nest deeper than 512
    ///   levels, or hold a number that a `Double` cannot.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONSyntaxError) {
        var parser = JSONParser(Array(bytes))
        self = try parser.parse()
    }

    /// Parses one JSON text that came from elsewhere: as ``init(parsing:)`` does, with its names and
    /// texts in Normalization Form C and at most thirty combining marks in a row (UAX #15).
    ///
    /// A value takes some ten times the memory of its text, so they are counted.
    ///
    /// - Parameter values: The most values, those within others among them.
    /// - Throws: As ``init(parsing:)`` does, and for more values.
    public init(
        parsingForeign bytes: some Sequence<UInt8>, values: Int = 1_000_000
    ) throws(JSONSyntaxError) {
        var parser = JSONParser(Array(bytes), isForeign: true, values: values)
        self = try parser.parse()
    }

    /// The JSON text on one line, members sorted by name, slashes not escaped; control characters,
    /// line separators, overrides of direction and the like as `\uXXXX`.
    ///
    /// Numbers that JSON cannot say (NaN, infinities) are written as null.
    public var text: String { JSONWriter.text(of: self, .line) }

    /// The JSON text over several lines, for people; characters that could do harm where it is shown are
    /// escaped, as in ``text``.
    public var prettyText: String { JSONWriter.text(of: self, .lines) }

    /// The JSON text on one line, members sorted by name, for a place where nobody looks at it: escaped is
    /// only what must be (RFC 8259 §7), and numbers keep a fraction of zeros.
    package var storedText: String { JSONWriter.text(of: self, .stored) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object; of two members with one name the last counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements, uniquingKeysWith: { _, last in last }))
    }
}
