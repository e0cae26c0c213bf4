/// Writes TNEF for tests ([MS-OXTNEF] §2.1.3), right or wrong in the ways that are asked for.
public struct TNEFBuilder {
    /// The stream.
    public var octets: [UInt8] = [0x78, 0x9F, 0x3E, 0x22, 0x01, 0x00]

    /// A stream without attributes.
    public init() {}

    /// What an attribute belongs to.
    public enum Level: UInt8, Sendable {
        /// The message.
        case message = 1
        /// An attachment.
        case attachment = 2
    }

    /// An attribute; `checksumError` is added to the checksum, `length` overrides what is stated.
    public mutating func add(
        _ level: Level, _ tag: UInt32, _ data: [UInt8], checksumError: UInt16 = 0,
        length: UInt32? = nil
    ) {
        octets.append(level.rawValue)
        octets += Self.number(tag)
        octets += Self.number(length ?? UInt32(data.count))
        octets += data
        let sum = data.reduce(UInt16(0)) { $0 &+ UInt16($1) } &+ checksumError
        octets += [UInt8(truncatingIfNeeded: sum), UInt8(truncatingIfNeeded: sum >> 8)]
    }

    /// A message's code page, subject and plain text.
    public mutating func addMessage(codePage: UInt32 = 1252, subject: [UInt8], body: [UInt8]) {
        add(.message, 0x0006_9007, Self.number(codePage) + Self.number(0))
        add(.message, 0x0001_8004, subject + [0])
        add(.message, 0x0002_800C, body + [0])
    }

    /// A message's properties.
    public mutating func addProperties(_ properties: [[UInt8]]) {
        add(.message, 0x0006_9003, Self.list(properties))
    }

    /// An attachment.
    public mutating func addAttachment(title: String, _ data: [UInt8], properties: [[UInt8]] = []) {
        add(.attachment, 0x0006_9002, [UInt8](repeating: 1, count: 14))
        add(.attachment, 0x0006_800F, data)
        add(.attachment, 0x0001_8010, Array(title.utf8) + [0])
        if !properties.isEmpty { add(.attachment, 0x0006_9005, Self.list(properties)) }
    }

    /// A list of properties.
    public static func list(_ properties: [[UInt8]]) -> [UInt8] {
        number(UInt32(properties.count)) + properties.joined()
    }

    /// A property of stated length with one value.
    public static func property(_ id: UInt16, kind: UInt16, _ value: [UInt8]) -> [UInt8] {
        tag(id, kind) + number(1) + number(UInt32(value.count)) + padded(value)
    }

    /// A property of text in UTF-16.
    public static func unicode(_ id: UInt16, _ text: String) -> [UInt8] {
        property(id, kind: 0x1F, (text + "\0").utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    }

    /// A property of text in the code page.
    public static func text(_ id: UInt16, _ text: String) -> [UInt8] {
        property(id, kind: 0x1E, Array(text.utf8) + [0])
    }

    /// A property of octets.
    public static func binary(_ id: UInt16, _ data: [UInt8]) -> [UInt8] {
        property(id, kind: 0x102, data)
    }

    /// A property of a 32-bit number.
    public static func integer(_ id: UInt16, _ value: UInt32) -> [UInt8] {
        tag(id, 0x03) + number(value)
    }

    /// A property with a name, of one 32-bit number.
    public static func named(_ name: String) -> [UInt8] {
        let letters = (name + "\0").utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        return tag(0x8001, 0x03) + [UInt8](repeating: 7, count: 16) + number(1)
            + number(UInt32(letters.count)) + padded(letters) + number(5)
    }

    /// What a property is.
    public static func tag(_ id: UInt16, _ kind: UInt16) -> [UInt8] {
        number(UInt32(id) << 16 | UInt32(kind))
    }

    /// A 32-bit number.
    public static func number(_ value: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Octets and zeros to a multiple of 4.
    public static func padded(_ value: [UInt8]) -> [UInt8] {
        value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }

    /// A message whose one attachment is the TNEF, in base64.
    public func mail(type: String = "application/ms-tnef; name=winmail.dat") -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var coded: [UInt8] = []
        for start in stride(from: 0, to: octets.count, by: 3) {
            let group = octets[start..<min(start + 3, octets.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { coded.append(digits[bits >> (18 - 6 * place) & 63]) }
            coded += [UInt8](repeating: UInt8(ascii: "="), count: 3 - group.count)
            if start % 57 == 54 { coded.append(UInt8(ascii: "\n")) }
        }
        let header = """
            Subject: outer
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain

            hello
            --b
            Content-Type: \(type)
            Content-Transfer-Encoding: base64


            """
        return Array(header.utf8) + coded + Array("\n--b--\n".utf8)
    }
}
