/// Base64 (RFC 2045 §6.8).
enum Base64 {
    /// The mark of an octet that is not in the alphabet, above any 24-bit group.
    private static let invalid: UInt32 = 1 << 24

    /// For each place in a group of four, the bits that each octet stands for.
    private static let groups: [UInt32] = {
        var table = [UInt32](repeating: invalid, count: 4 * 256)
        for (value, octet) in alphabet.enumerated() {
            for place in 0..<4 {
                table[place * 256 + Int(octet)] = UInt32(value) << UInt32(18 - 6 * place)
            }
        }
        return table
    }()

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Decodes; never fails.
    ///
    /// QUIRK: RFC 2045 §6.8: characters outside the alphabet are passed over; missing padding is
    /// as if it were there; padding in the middle ends a group and decoding goes on behind it,
    /// since some programs join encoded pieces. All of it is noted, line breaks and blanks apart.
    static func decode(_ body: ArraySlice<UInt8>) -> DecodedBody {
        var decoded = DecodedBody(octets: [])
        decoded.octets = [UInt8](unsafeUninitializedCapacity: body.count / 4 * 3 + 3) {
            output, count in
            body.withUnsafeBufferPointer { input in
                groups.withUnsafeBufferPointer { table in
                    count = decode(input, table, into: output, flaws: &decoded)
                }
            }
        }
        return decoded
    }

    /// The hot loop, over pointers: checked indices halve its rate. It reads below `input.count`
    /// and writes at most three octets for four read, and two for a last group cut short, for
    /// which the caller makes room.
    private static func decode(
        _ input: UnsafeBufferPointer<UInt8>, _ table: UnsafeBufferPointer<UInt32>,
        into output: UnsafeMutableBufferPointer<UInt8>, flaws: inout DecodedBody
    ) -> Int {
        var read = 0
        var written = 0
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        while read < input.count {
            if digits == 0 {
                while read + 4 <= input.count {
                    let bits =
                        table[Int(input[read])] | table[256 + Int(input[read + 1])]
                        | table[512 + Int(input[read + 2])] | table[768 + Int(input[read + 3])]
                    guard bits < invalid else { break }
                    output[written] = UInt8(truncatingIfNeeded: bits >> 16)
                    output[written + 1] = UInt8(truncatingIfNeeded: bits >> 8)
                    output[written + 2] = UInt8(truncatingIfNeeded: bits)
                    written += 3
                    read += 4
                    padding = 0
                }
                guard read < input.count else { break }
            }
            let octet = input[read]
            let bits = table[768 + Int(octet)]
            if bits < invalid {
                padding = 0
                group = group << 6 | bits
                digits += 1
                if digits == 4 {
                    output[written] = UInt8(truncatingIfNeeded: group >> 16)
                    output[written + 1] = UInt8(truncatingIfNeeded: group >> 8)
                    output[written + 2] = UInt8(truncatingIfNeeded: group)
                    written += 3
                    group = 0
                    digits = 0
                }
            } else if octet == .equals {
                if digits > 0 {
                    written += flush(group, digits, into: output, at: written)
                    padding = 4 - digits
                    group = 0
                    digits = 0
                }
                padding -= 1
                if padding < 0 {
                    flaws.note(.note, .base64Padding, at: read, "Base64 has padding too much.")
                }
            } else if !octet.isBlankOrBreak {
                flaws.note(
                    .warning, .base64Junk, at: read, "Base64 holds characters outside its alphabet."
                )
            }
            read += 1
        }
        if digits > 0 {
            flaws.note(.warning, .base64Padding, at: read, "Base64 ends without its padding.")
            written += flush(group, digits, into: output, at: written)
        }
        return written
    }

    private static func flush(
        _ group: UInt32, _ digits: Int, into output: UnsafeMutableBufferPointer<UInt8>,
        at place: Int
    ) -> Int {
        switch digits {
        case 2:
            output[place] = UInt8(truncatingIfNeeded: group >> 4)
            return 1
        case 3:
            output[place] = UInt8(truncatingIfNeeded: group >> 10)
            output[place + 1] = UInt8(truncatingIfNeeded: group >> 2)
            return 2
        default: return 0
        }
    }

    /// The octets that so many make in lines of 76 characters parted by CRLF; none behind the last.
    static func encodedLength(_ count: Int) -> Int {
        (count + 2) / 3 * 4 + 2 * max((count + 56) / 57 - 1, 0)
    }

    /// Encodes in lines of 76 characters parted by CRLF into room of just ``encodedLength(_:)``.
    static func encodeLines(_ octets: [UInt8], into output: UnsafeMutableRawBufferPointer) {
        octets.withUnsafeBytes { input in
            pairs.withUnsafeBufferPointer { pairs in
                encodeLines(input, pairs, into: output)
            }
        }
    }

    /// Encodes without line breaks.
    static func encode(_ octets: some Collection<UInt8>) -> [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity((octets.count + 2) / 3 * 4)
        var index = octets.startIndex
        while index < octets.endIndex {
            let end = octets.index(index, offsetBy: 3, limitedBy: octets.endIndex)
            let group = Array(octets[index..<(end ?? octets.endIndex)])
            let bits =
                group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let digit = Int(bits >> UInt32(18 - 6 * place)) & 63
                encoded.append(place <= group.count ? alphabet[digit] : .equals)
            }
            index = end ?? octets.endIndex
        }
        return encoded
    }

    /// For each 12 bits the two digits they make, the first in the low octet.
    private static let pairs: [UInt16] = (0..<4096).map { bits in
        UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 63]) << 8
    }

    /// The hot loop of building, over pointers for the same reason; the caller made exact room.
    private static func encodeLines(
        _ input: UnsafeRawBufferPointer, _ pairs: UnsafeBufferPointer<UInt16>,
        into output: UnsafeMutableRawBufferPointer
    ) {
        var read = 0
        var written = 0
        while read < input.count {
            let lineEnd = min(read + 57, input.count)
            while read + 3 <= lineEnd {
                let bits =
                    Int(input[read]) << 16 | Int(input[read + 1]) << 8 | Int(input[read + 2])
                let digits = UInt32(pairs[bits >> 12]) | UInt32(pairs[bits & 0xFFF]) << 16
                output.storeBytes(of: digits.littleEndian, toByteOffset: written, as: UInt32.self)
                read += 3
                written += 4
            }
            if read < lineEnd {
                let hasSecond = read + 1 < lineEnd
                let bits =
                    Int(input[read]) << 16 | (hasSecond ? Int(input[read + 1]) << 8 : 0)
                let high = pairs[bits >> 12]
                output[written] = UInt8(truncatingIfNeeded: high)
                output[written + 1] = UInt8(truncatingIfNeeded: high >> 8)
                output[written + 2] =
                    hasSecond ? UInt8(truncatingIfNeeded: pairs[bits & 0xFFF]) : .equals
                output[written + 3] = .equals
                read = lineEnd
                written += 4
            }
            if read < input.count {
                output[written] = .cr
                output[written + 1] = .lf
                written += 2
            }
        }
    }
}
