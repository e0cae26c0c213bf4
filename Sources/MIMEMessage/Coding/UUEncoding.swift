/// Uuencode (POSIX.1, `uuencode`): what mail used before MIME.
enum UUEncoding {
    /// Decodes from after the `begin` line to the `end` line; without a `begin` line, all lines.
    static func decode(_ body: ArraySlice<UInt8>) -> DecodedBody {
        var decoded = DecodedBody(octets: [])
        var index = start(of: body)
        while index < body.endIndex {
            let lineEnd = body[index...].firstIndex(of: .lf) ?? body.endIndex
            let line = body[index..<lineEnd].trimmedEnd
            if line.elementsEqual("end".utf8) { break }
            decode(line, into: &decoded, at: index - body.startIndex)
            index = lineEnd < body.endIndex ? lineEnd + 1 : lineEnd
        }
        return decoded
    }

    private static func start(of body: ArraySlice<UInt8>) -> Int {
        var index = body.startIndex
        while index < body.endIndex {
            let lineEnd = body[index...].firstIndex(of: .lf) ?? body.endIndex
            let next = lineEnd < body.endIndex ? lineEnd + 1 : lineEnd
            if body[index..<lineEnd].startsIgnoringCase("begin ") { return next }
            if !body[index..<lineEnd].allSatisfy(\.isBlankOrBreak) { return body.startIndex }
            index = next
        }
        return body.startIndex
    }

    private static func decode(
        _ line: ArraySlice<UInt8>, into decoded: inout DecodedBody, at offset: Int
    ) {
        guard let first = line.first else { return }
        let length = Int((first &- 0x20) & 63)
        guard first >= 0x20, first <= 0x60 else {
            decoded.note(.warning, .uuencodeDamaged, at: offset, "A line is not uuencoded.")
            return
        }
        let target = decoded.octets.count + length
        var bits: UInt32 = 0
        var digits = 0
        // QUIRK: POSIX uuencode: blanks at the end of a line that a transport took away; they
        // were zeros.
        let expected = (length + 2) / 3 * 4
        for place in 0..<expected {
            let index = line.startIndex + 1 + place
            let octet = index < line.endIndex ? line[index] : .space
            bits = bits << 6 | UInt32((octet &- 0x20) & 63)
            digits += 1
            if digits == 4 {
                for shift: UInt32 in [16, 8, 0] where decoded.octets.count < target {
                    decoded.octets.append(UInt8(truncatingIfNeeded: bits >> shift))
                }
                bits = 0
                digits = 0
            }
        }
        if line.count - 1 < expected - 3 {
            decoded.note(.warning, .uuencodeDamaged, at: offset, "A uuencoded line is too short.")
        }
    }
}

extension ArraySlice<UInt8> {
    /// Without a carriage return at the end.
    fileprivate var trimmedEnd: ArraySlice<UInt8> { last == .cr ? dropLast() : self }
}
