/// Base64 (RFC 2045 §6.8).
enum Base64 {
    static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Decodes; never fails. What deviates is noted: see ``Base64Decoder``.
    static func decode(_ body: ArraySlice<UInt8>) -> DecodedBody {
        var decoder = Base64Decoder()
        let octets = [UInt8](unsafeUninitializedCapacity: Base64Decoder.room(for: body.count)) {
            output, count in
            body.withUnsafeBufferPointer { decoder.take($0, into: output, &count) }
            decoder.finish(into: output, &count)
        }
        return DecodedBody(octets: octets, flaws: decoder.flaws.flaws)
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
