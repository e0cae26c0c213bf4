/// Counts what of an XML document costs libxml2 more than linear time, before it sees the document:
/// the attributes of one tag, each of which it holds against all others, and the prefixes that are
/// bound at one place, through which it looks for each name (Namespaces in XML 1.0 §6).
///
/// libxml2 reads on behind what is fatal, to report more errors, and does so from another octet than
/// one might expect: a value ends at a `<`, a comment at a control character. So a document is cut
/// there: nothing behind it is ever told, and what is counted is what libxml2 sees. The octets are
/// taken for ASCII and whatever extends it.
public struct XMLCensus {
    /// Why a document is not given to libxml2 as a whole.
    public enum Cut: Sendable {
        /// A tag has more attributes or namespaces than any has.
        case crowded
        /// It is no well-formed XML (XML 1.0 §2.2, §2.6, §3.1).
        case malformed
    }

    /// What of a document may be given to libxml2.
    public struct Verdict: Sendable {
        /// How many octets, from the first.
        public let count: Int
        /// Why these are not all; nil if they are.
        public let cut: Cut?
    }

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

    /// How much of a document may be given to libxml2: all of it, or what stands before the first
    /// tag with too much, or the first that is fatal and that libxml2 reads in another way.
    public static func verdict(on document: UnsafeRawBufferPointer) -> Verdict {
        let octets = document.assumingMemoryBound(to: UInt8.self)
        let allowed = UnsafeBufferPointer(rebasing: octets.prefix(firstForbidden(octets)))
        var census = Self(allowed)
        if let (tag, cut) = census.firstCut() { return Verdict(count: tag, cut: cut) }
        return Verdict(
            count: allowed.count, cut: allowed.count < octets.count ? .malformed : nil)
    }

    /// Where the first octet of a character stands that no XML document holds (XML 1.0 §2.2): a
    /// control character, half of a surrogate pair, U+FFFE or U+FFFF.
    private static func firstForbidden(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        for (index, octet) in bytes.enumerated() where octet < 0x20 || octet >= 0xED {
            switch octet {
            case 0x09, 0x0A, 0x0D: continue
            case 0..<0x20: return index
            case 0xED:
                if index + 1 < bytes.count, bytes[index + 1] >= 0xA0 { return index }
            case 0xEF:
                if index + 2 < bytes.count, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE {
                    return index
                }
            default: continue
            }
        }
        return bytes.count
    }

    /// libxml2 nests no deeper than 256 elements, and stops there.
    private static let deepest = 300

    private mutating func firstCut() -> (Int, Cut)? {
        while let tag = next(0x3C, from: at, until: bytes.count) {
            at = tag + 1
            guard at < bytes.count else { return nil }
            switch bytes[at] {
            case 0x21:  // <!
                if begins("!--") {
                    at += 3
                    skip(past: "-->")
                } else if begins("![CDATA[") {
                    skip(past: "]]>")
                } else {
                    // A document type, at which every reader here ends.
                    at += 1
                }
            case 0x3F:  // <?
                guard at + 1 < bytes.count, Self.beginsName(bytes[at + 1]) else {
                    return (tag, .malformed)
                }
                skip(past: "?>")
            case 0x2F:  // </
                if let last = open.popLast() { bound -= last }
            case let octet where Self.beginsName(octet):
                if let cut = startTag() { return (tag, cut) }
            default: return (tag, .malformed)
            }
        }
        return nil
    }

    /// Whether a name may begin with an octet (Namespaces in XML 1.0 §3); those beyond ASCII are not
    /// told apart.
    private static func beginsName(_ octet: UInt8) -> Bool {
        (0x41...0x5A).contains(octet & 0xDF) || octet == 0x5F || octet == 0x3A || octet >= 0x80
    }

    /// Reads a start tag behind its `<`; says why it is not to be read.
    private mutating func startTag() -> Cut? {
        var (attributes, bindings) = (0, 0)
        var isEmpty = false
        while at < bytes.count {
            let octet = bytes[at]
            if octet == 0x3E {
                at += 1
                break
            }
            guard octet != 0x3C else { return .malformed }
            isEmpty = octet == 0x2F
            if octet == 0x22 || octet == 0x27 {
                attributes += 1
                let end = next(octet, from: at + 1, until: bytes.count) ?? bytes.count
                guard next(0x3C, from: at + 1, until: end) == nil else { return .malformed }
                at = min(end + 1, bytes.count)
            } else if octet == 0x78, at > 0, bytes[at - 1] <= 0x20, begins("xmlns") {
                bindings += 1
                at += 5
            } else {
                at += 1
            }
            guard attributes <= Self.mostAttributes, bindings <= Self.mostAttributes,
                bound + bindings <= Self.mostBindings
            else { return .crowded }
        }
        if !isEmpty, open.count < Self.deepest {
            open.append(bindings)
            bound += bindings
        }
        return nil
    }

    private func next(_ octet: UInt8, from start: Int, until end: Int) -> Int? {
        var index = start
        while index < end {
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
