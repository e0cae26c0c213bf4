import TextCleaning

/// A reading of XML octets that knows the plain spelling alone which nearly every program writes,
/// and gives up at everything else (``XMPDirectParser``).
///
/// This stands in the hot loop of a scan, packets have thousands of octets: they are read through a
/// pointer, which the caller holds for as long as this lives. Each access is behind a comparison
/// with the count.
struct XMPOctets {
    /// Something that is left to libxml2, be it only rare or wrong.
    struct Unusual: Error {}

    /// Where something stands.
    struct Place {
        var start = 0
        var count = 0
        var end: Int { start + count }
    }

    let bytes: UnsafeBufferPointer<UInt8>
    /// Where the reading is.
    var at = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next octet, which is passed over.
    @inline(__always)
    mutating func take() throws(Unusual) -> UInt8 {
        guard at < bytes.count else { throw Unusual() }
        defer { at += 1 }
        return bytes[at]
    }

    @inline(__always)
    mutating func expect(_ octet: UInt8) throws(Unusual) {
        guard try take() == octet else { throw Unusual() }
    }

    /// Passes white space over; false if there is none.
    @inline(__always)
    @discardableResult
    mutating func skipBlanks() -> Bool {
        let start = at
        while at < bytes.count, bytes[at] <= 0x20 {
            // Padding: kilobytes of blanks.
            if at + 8 <= bytes.count, word(at) == 0x2020_2020_2020_2020 { at += 8 } else { at += 1 }
        }
        return at > start
    }

    @inline(__always)
    private func word(_ offset: Int) -> UInt64 {
        UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    /// A name of letters, digits, `-`, `_` and `.`, up to two parts with a colon between.
    ///
    /// - Returns: The prefix, of no octets where there is none, and the local name.
    @inline(__always)
    mutating func name() throws(Unusual) -> (prefix: Place, local: Place) {
        let first = try part()
        guard at < bytes.count, bytes[at] == 0x3A else { return (Place(), first) }
        at += 1
        return (first, try part())
    }

    @inline(__always)
    private mutating func part() throws(Unusual) -> Place {
        let start = at
        while at < bytes.count, Self.isName(bytes[at]) { at += 1 }
        // Digits, dots and hyphens begin no name.
        guard at > start, bytes[start] >= 0x41 else { throw Unusual() }
        return Place(start: start, count: at - start)
    }

    @inline(__always)
    private static func isName(_ octet: UInt8) -> Bool {
        let letter = octet | 0x20
        return (letter >= 0x61 && letter <= 0x7A) || (octet >= 0x30 && octet <= 0x39)
            || octet == 0x5F || octet == 0x2D || octet == 0x2E
    }

    /// What stands between quotes.
    @inline(__always)
    mutating func quoted() throws(Unusual) -> (place: Place, isPlain: Bool) {
        let quote = try take()
        guard quote == 0x22 || quote == 0x27 else { throw Unusual() }
        let start = at
        var isPlain = true
        while at < bytes.count, bytes[at] != quote {
            let octet = bytes[at]
            if octet == 0x26 { isPlain = false }
            // White space but blanks would have to become blanks; `<` is an error.
            if octet < 0x20 || octet == 0x3C { throw Unusual() }
            at += 1
        }
        let place = Place(start: start, count: at - start)
        at += 1
        return (place, isPlain)
    }

    /// Text up to the next `<`.
    @inline(__always)
    mutating func text() throws(Unusual) -> (place: Place, isPlain: Bool, isBlank: Bool) {
        let start = at
        skipBlanks()
        let isBlank = at < bytes.count && bytes[at] == 0x3C
        var isPlain = true
        while at < bytes.count, bytes[at] != 0x3C {
            if bytes[at] == 0x26 { isPlain = false }
            // `]]>` must not stand in a text.
            if bytes[at] == 0x5D, at + 2 < bytes.count, bytes[at + 1] == 0x5D,
                bytes[at + 2] == 0x3E
            {
                throw Unusual()
            }
            at += 1
        }
        guard at < bytes.count else { throw Unusual() }
        return (Place(start: start, count: at - start), isPlain, isBlank)
    }

    /// Passes a processing instruction over, behind its `<?`: `xpacket` and the like.
    mutating func skipInstruction() throws(Unusual) {
        let start = at
        let target = try name()
        let isXML = target.local.count == 3 && (bytes[start] | 0x20) == 0x78
        guard target.prefix.count == 0, !isXML, at < bytes.count else { throw Unusual() }
        // Behind the target comes a blank or the end (XML 1.0 §2.6).
        if !skipBlanks() {
            guard at + 1 < bytes.count, bytes[at] == 0x3F, bytes[at + 1] == 0x3E else {
                throw Unusual()
            }
        }
        while at + 1 < bytes.count {
            if bytes[at] == 0x3F, bytes[at + 1] == 0x3E {
                at += 2
                return
            }
            at += 1
        }
        throw Unusual()
    }

    /// Passes an XML declaration over, whose encoding has been seen to be UTF-8's.
    mutating func skipDeclaration() {
        let start = Array("<?xml ".utf8)
        guard bytes.starts(with: start),
            let close = bytes.prefix(256).firstIndex(of: 0x3E)
        else { return }
        at = close + 1
    }

    /// Whether two places hold the same octets.
    @inline(__always)
    func areSame(_ left: Place, _ right: Place) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where bytes[left.start + index] != bytes[right.start + index] {
            return false
        }
        return true
    }

    @inline(__always)
    func isSame(_ place: Place, _ octets: [UInt8]) -> Bool {
        guard place.count == octets.count else { return false }
        return octets.withUnsafeBufferPointer { octets in
            for index in 0..<place.count where bytes[place.start + index] != octets[index] {
                return false
            }
            return true
        }
    }

    /// A number that equal names have in common, and others hardly ever.
    @inline(__always)
    func mark(of name: (prefix: Place, local: Place)) -> UInt64 {
        let start = name.prefix.count > 0 ? name.prefix.start : name.local.start
        let end = name.local.end
        var mark = UInt64(truncatingIfNeeded: end - start)
        var index = start
        while index + 8 <= end {
            mark = (mark ^ word(index)) &* 0x9E37_79B9_7F4A_7C15
            mark ^= mark >> 29
            index += 8
        }
        while index < end {
            mark = (mark ^ UInt64(bytes[index])) &* 0x9E37_79B9_7F4A_7C15
            index += 1
        }
        return mark ^ mark >> 32
    }

    // MARK: Texts

    /// The text at a place, references resolved, cleaned.
    @inline(__always)
    func string(_ place: Place, isPlain: Bool) throws(Unusual) -> String {
        if isPlain {
            return ForeignText.cleaned(
                String(
                    decoding: UnsafeBufferPointer(rebasing: bytes[place.start..<place.end]),
                    as: UTF8.self))
        }
        return ForeignText.cleaned(String(decoding: try resolved(place), as: UTF8.self))
    }

    /// The octets with XML's five entities and references of characters resolved (XML 1.0 §4.1).
    func resolved(_ place: Place) throws(Unusual) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(place.count)
        var index = place.start
        while index < place.end {
            guard bytes[index] == 0x26 else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let start = index + 1
            var end = start
            while end < place.end, end < start + 10, bytes[end] != 0x3B { end += 1 }
            guard end < place.end, bytes[end] == 0x3B else { throw Unusual() }
            let name = Place(start: start, count: end - start)
            if let known = Self.entities.first(where: { isSame(name, $0.name) }) {
                result.append(known.octet)
            } else {
                result += Array(String(Character(try character(name))).utf8)
            }
            index = end + 1
        }
        return result
    }

    private static let entities: [(name: [UInt8], octet: UInt8)] = [
        (Array("amp".utf8), 0x26), (Array("lt".utf8), 0x3C), (Array("gt".utf8), 0x3E),
        (Array("quot".utf8), 0x22), (Array("apos".utf8), 0x27),
    ]

    /// The character of `#10` or `#xA`.
    private func character(_ name: Place) throws(Unusual) -> Unicode.Scalar {
        guard name.count > 1, bytes[name.start] == 0x23 else { throw Unusual() }
        let isHex = bytes[name.start + 1] == 0x78
        let digits = bytes[(name.start + (isHex ? 2 : 1))..<name.end]
        guard digits.allSatisfy({ $0 >= 0x30 }),
            let value = UInt32(
                String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10),
            value >= 0x20 || value == 0x0A || value == 0x09, value < 0xFFFE || value > 0xFFFF,
            let scalar = Unicode.Scalar(value)
        else { throw Unusual() }
        return scalar
    }

    // MARK: What may stand in XML

    /// Whether all octets are UTF-8 of characters that XML allows, and no CR is among them.
    func areClean() -> Bool {
        var index = 0
        while index + 8 <= bytes.count {
            let word = word(index)
            // Whether one of the eight is less than 0x20, or more than 0x7F.
            let low = (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
            if low | (word & 0x8080_8080_8080_8080) == 0 {
                index += 8
                continue
            }
            // Not behind the eight, but to where a character ends.
            let end = index + 8
            while index < end { guard step(&index) else { return false } }
        }
        while index < bytes.count { guard step(&index) else { return false } }
        return true
    }

    /// Passes one character over.
    @inline(__always)
    private func step(_ index: inout Int) -> Bool {
        let first = bytes[index]
        if first < 0x80 {
            index += 1
            return first >= 0x20 || first == 0x0A || first == 0x09
        }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first <= 0xF4, index + length <= bytes.count else { return false }
        var value = UInt32(first) & (0xFF >> UInt32(length + 1))
        for offset in 1..<length {
            let next = bytes[index + offset]
            guard next & 0xC0 == 0x80 else { return false }
            value = value << 6 | UInt32(next & 0x3F)
        }
        index += length
        switch length {
        case 2: return true
        case 3: return value >= 0x800 && !(0xD800...0xDFFF).contains(value) && value < 0xFFFE
        default: return value >= 0x10000 && value <= 0x10FFFF
        }
    }
}
