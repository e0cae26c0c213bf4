/// Uuencode (POSIX.1, `uuencode`): what mail used before MIME.
enum UUEncoding {
    /// Decodes from after the `begin` line to the `end` line; without a `begin` line, all lines.
    static func decode(_ body: ArraySlice<UInt8>) -> DecodedBody {
        var decoder = UUDecoder()
        let octets = decoder.take(body)
        return DecodedBody(octets: octets, flaws: decoder.flaws.flaws)
    }

    /// Whether a line begins with a space that `format=flowed` put before its `>` or blank
    /// (RFC 3676 §4.4): a line of no octets that has the digits of the length behind the space.
    static func isStuffed(first: UInt8, second: UInt8?, count: Int) -> Bool {
        guard first == .space, let second, (0x21...0x5F).contains(second) else { return false }
        return count - 2 >= (Int(second - 0x20) + 2) / 3 * 4 - 3
    }
}

/// Decodes uuencode that comes in pieces of whole lines.
struct UUDecoder {
    private(set) var flaws = DecodedBody(octets: [])
    /// Whether the `begin` line came, or a line that cannot stand before it.
    private var hasBegun = false
    private var isEnded = false
    private var readBefore = 0

    /// Where a piece may be cut: behind its last line break. A long one without any is no line of
    /// uuencode, and is cut at its end.
    static func cut(_ piece: ArraySlice<UInt8>) -> Int {
        if let feed = piece.lastIndex(of: .lf) { return feed + 1 }
        return piece.count > 64 << 10 ? piece.endIndex : piece.startIndex
    }

    /// Decodes some lines.
    mutating func take(_ body: ArraySlice<UInt8>) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(body.count / 4 * 3)
        var index = body.startIndex
        while index < body.endIndex, !isEnded {
            let lineEnd = body[index...].firstIndex(of: .lf) ?? body.endIndex
            take(
                body[index..<lineEnd], at: readBefore + index - body.startIndex, into: &octets)
            index = lineEnd < body.endIndex ? lineEnd + 1 : lineEnd
        }
        readBefore += body.count
        return octets
    }

    private mutating func take(
        _ rawLine: ArraySlice<UInt8>, at offset: Int, into octets: inout [UInt8]
    ) {
        var line = rawLine.last == .cr ? rawLine.dropLast() : rawLine
        if !hasBegun {
            if line.allSatisfy(\.isBlankOrBreak) { return }
            hasBegun = true
            if line.startsIgnoringCase("begin ") { return }
        }
        if line.elementsEqual("end".utf8) {
            isEnded = true
            return
        }
        guard var first = line.first else { return }
        if UUEncoding.isStuffed(first: first, second: line.dropFirst().first, count: line.count) {
            line = line.dropFirst()
            first = line[line.startIndex]
        }
        guard first >= 0x20, first <= 0x60 else {
            flaws.note(.warning, .uuencodeDamaged, at: offset, "A line is not uuencoded.")
            return
        }
        decode(line, length: Int((first &- 0x20) & 63), into: &octets)
        if line.count - 1 < (Int((first &- 0x20) & 63) + 2) / 3 * 4 - 3 {
            flaws.note(.warning, .uuencodeDamaged, at: offset, "A uuencoded line is too short.")
        }
    }

    /// QUIRK: POSIX uuencode: blanks at the end of a line that a transport took away; they were
    /// zeros.
    private func decode(_ line: ArraySlice<UInt8>, length: Int, into octets: inout [UInt8]) {
        var left = length
        var index = line.startIndex + 1
        while left > 0 {
            var bits: UInt32 = 0
            for place in index..<index + 4 {
                let octet = place < line.endIndex ? line[place] : .space
                bits = bits << 6 | UInt32((octet &- 0x20) & 63)
            }
            for shift: UInt32 in [16, 8, 0].prefix(left) {
                octets.append(UInt8(truncatingIfNeeded: bits >> shift))
            }
            index += 4
            left -= 3
        }
    }
}
