/// Quoted-printable (RFC 2045 §6.7) and the `Q` encoding of RFC 2047 §4.2.
enum QuotedPrintable {
    /// Decodes; never fails.
    ///
    /// Blanks at the end of a line are transport padding and vanish (rule 3); an equals sign that
    /// begins no escape stands for itself and is noted.
    ///
    /// QUIRK: RFC 2045 §6.7: soft breaks with blanks behind the equals sign, and small letters as
    /// hexadecimal digits.
    static func decode(_ body: ArraySlice<UInt8>) -> DecodedBody {
        var decoded = DecodedBody(octets: [])
        decoded.octets.reserveCapacity(body.count)
        var index = body.startIndex
        /// Where the run of blanks begins in the output that a line break would delete.
        var blanksFrom: Int?
        while index < body.endIndex {
            let octet = body[index]
            switch octet {
            case .equals:
                blanksFrom = nil
                if index + 2 < body.endIndex, let high = body[index + 1].hexValue,
                    let low = body[index + 2].hexValue
                {
                    decoded.octets.append(high << 4 | low)
                    index += 3
                } else if let next = softBreakEnd(in: body, after: index) {
                    index = next
                } else {
                    decoded.note(
                        .warning, .quotedPrintableEscape, at: index - body.startIndex,
                        "The quoted-printable data has an equals sign that starts no escape.")
                    decoded.octets.append(octet)
                    index += 1
                }
            case .space, .tab:
                if blanksFrom == nil { blanksFrom = decoded.octets.count }
                decoded.octets.append(octet)
                index += 1
            case .lf, .cr:
                if let start = blanksFrom {
                    decoded.octets.removeLast(decoded.octets.count - start)
                    blanksFrom = nil
                }
                decoded.octets.append(octet)
                index += 1
            default:
                blanksFrom = nil
                decoded.octets.append(octet)
                index += 1
            }
        }
        return decoded
    }

    /// Where a body that goes on may be cut so that both pieces decode as the whole does: behind an
    /// octet that is no blank and part of no escape, looked for from the end.
    static func cut(_ piece: ArraySlice<UInt8>) -> Int {
        var end = piece.endIndex
        // So many blanks in a line would be a line of 1 MB: it is cut wherever.
        let least = piece.startIndex + max(piece.count - (1 << 20), 0)
        while end > least {
            let last = piece[end - 1]
            let nearby = piece[max(end - 3, piece.startIndex)..<end]
            if last == .lf || (!last.isBlankOrBreak && !nearby.contains(.equals)) { return end }
            end -= 1
        }
        return piece.count > 1 << 20 ? piece.endIndex : piece.startIndex
    }

    /// The index after the line break of a soft break whose equals sign stands at an index.
    ///
    /// Looks over a hundred blanks at most, so that no input makes it slow.
    private static func softBreakEnd(in body: ArraySlice<UInt8>, after equals: Int) -> Int? {
        var index = equals + 1
        let furthest = min(index + 100, body.endIndex)
        while index < furthest, body[index].isBlank { index += 1 }
        guard index < body.endIndex else { return body.endIndex }
        if body[index] == .lf { return index + 1 }
        if body[index] == .cr {
            return index + 1 < body.endIndex && body[index + 1] == .lf ? index + 2 : index + 1
        }
        return nil
    }

    /// Decodes the text of a `Q` encoded word: underscores are spaces.
    static func decodeWord(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let octet = text[index]
            if octet == .equals, index + 2 < text.endIndex,
                let high = text[index + 1].hexValue, let low = text[index + 2].hexValue
            {
                octets.append(high << 4 | low)
                index += 3
            } else {
                octets.append(octet == .underscore ? .space : octet)
                index += 1
            }
        }
        return octets
    }

    /// Encodes text whose lines end with LF or CRLF, in lines of at most 76 characters parted by
    /// CRLF; a line break at the end stays one.
    ///
    /// A dot and `From ` at a line's start are escaped too: some transports mangle them (RFC 2049
    /// §3).
    static func encode(_ text: [UInt8]) -> [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.count * 5 / 4)
        let lines = text.split(separator: .lf, omittingEmptySubsequences: false)
        for (place, line) in lines.enumerated() {
            if place > 0 { encoded += [.cr, .lf] }
            // Where no LF follows, a CR is a character like any other.
            let endsInCRLF = line.last == .cr && place < lines.count - 1
            encodeLine(endsInCRLF ? line.dropLast() : line, into: &encoded)
        }
        return encoded
    }

    private static func encodeLine(_ content: ArraySlice<UInt8>, into line: inout [UInt8]) {
        var width = 0
        for (place, octet) in content.enumerated() {
            let isLast = place == content.count - 1
            let isPlain =
                (octet > 0x20 && octet < .delete && octet != .equals) || (octet.isBlank && !isLast)
            let isMangled = place == 0 && content.starts(with: "From ".utf8)
            var needed = isPlain && !isMangled ? 1 : 3
            if width + needed > (isLast ? 76 : 75) {
                line += [.equals, .cr, .lf]
                width = 0
            }
            if octet == .dot, width == 0 { needed = 3 }
            if needed == 1 {
                line.append(octet)
            } else {
                line += [.equals, .hexDigit(octet >> 4), .hexDigit(octet & 15)]
            }
            width += needed
        }
    }
}
