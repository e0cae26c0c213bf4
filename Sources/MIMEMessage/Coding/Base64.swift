private import CBase64

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

    /// Encodes in lines of 76 characters parted by CRLF into room of at least
    /// ``encodedLength(_:)``, by vectors where the machine has them: the hot loop of building.
    ///
    /// - Returns: How many octets were written.
    static func encodeLines(
        _ octets: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        precondition(output.count >= encodedLength(octets.count))
        return wit_base64_encode(
            octets.baseAddress?.assumingMemoryBound(to: UInt8.self), octets.count,
            output.baseAddress?.assumingMemoryBound(to: UInt8.self))
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
}
