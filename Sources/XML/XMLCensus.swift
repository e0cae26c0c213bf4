/// Counts what of an XML document costs libxml2 more than linear time, before it sees the document:
/// the attributes of one tag, each of which it holds against all others, and the prefixes that are
/// bound at one place, through which it looks for each name (Namespaces in XML 1.0 §6).
///
/// One pass over the octets; nothing else about the document is checked. What it takes for a tag
/// and libxml2 does not only makes the count larger.
public struct XMLCensus {
    /// How many attributes a tag may have, declarations of namespaces among them.
    public static let mostAttributes = 512
    /// How many prefixes may be bound at one place.
    public static let mostBindings = 512

    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0
    /// How many prefixes each open element binds; no deeper than libxml2 goes.
    private var open: [Int] = []
    private var bound = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// How many of the octets may be given to libxml2: all of them, or those before the first tag
    /// with too much.
    public static func sound(_ bytes: UnsafeRawBufferPointer) -> Int {
        var census = Self(bytes.assumingMemoryBound(to: UInt8.self))
        return census.soundCount()
    }

    /// libxml2 nests no deeper than 256 elements.
    private static let deepest = 300

    private mutating func soundCount() -> Int {
        while let tag = next(0x3C, from: at) {
            at = tag + 1
            guard at < bytes.count else { break }
            switch bytes[at] {
            case 0x21:  // <!
                if begins("!--") {
                    skip(past: "-->")
                } else if begins("![CDATA[") {
                    skip(past: "]]>")
                } else {
                    // A document type, at which every reader here ends.
                    at += 1
                }
            case 0x3F: skip(past: "?>")  // <?
            case 0x2F:  // </
                if let last = open.popLast() { bound -= last }
            default:
                guard startTag() else { return tag }
            }
        }
        return bytes.count
    }

    /// Reads a start tag behind its `<`; false if it has too much.
    private mutating func startTag() -> Bool {
        var (attributes, bindings) = (0, 0)
        var isEmpty = false
        while at < bytes.count {
            let octet = bytes[at]
            if octet == 0x3E || octet == 0x3C {
                at += octet == 0x3E ? 1 : 0
                break
            }
            isEmpty = octet == 0x2F
            if octet == 0x22 || octet == 0x27 {
                attributes += 1
                at = next(octet, from: at + 1).map { $0 + 1 } ?? bytes.count
            } else if octet == 0x78, at > 0, bytes[at - 1] <= 0x20, begins("xmlns") {
                bindings += 1
                at += 5
            } else {
                at += 1
            }
            guard attributes <= Self.mostAttributes, bindings <= Self.mostAttributes,
                bound + bindings <= Self.mostBindings
            else { return false }
        }
        if !isEmpty, open.count < Self.deepest {
            open.append(bindings)
            bound += bindings
        }
        return true
    }

    private func next(_ octet: UInt8, from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            if bytes[index] == octet { return index }
            index += 1
        }
        return nil
    }

    private func begins(_ text: StaticString) -> Bool {
        guard at + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { text in
            for index in text.indices where bytes[at + index] != text[index] { return false }
            return true
        }
    }

    private mutating func skip(past text: StaticString) {
        while at < bytes.count, !begins(text) { at += 1 }
        at = min(at + text.utf8CodeUnitCount, bytes.count)
    }
}
