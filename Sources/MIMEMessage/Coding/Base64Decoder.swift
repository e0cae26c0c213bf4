private import CBase64

/// Decodes base64 (RFC 2045 §6.8) that comes piece by piece; never fails.
///
/// QUIRK: RFC 2045 §6.8: characters outside the alphabet are passed over; missing padding is as if
/// it were there; padding in the middle ends a group and decoding goes on behind it, since some
/// programs join encoded pieces. But where what follows padding holds blanks or characters outside
/// the alphabet within ``footerReach``, it is the footer of a mailing list, and no data.
/// All of it is noted, line breaks and blanks apart.
struct Base64Decoder {
    private(set) var flaws = DecodedBody(octets: [])
    private var group: UInt32 = 0
    private var digits = 0
    private var padding = 0
    /// What was written when the last padding came.
    private var paddedEnd: Int?
    /// The octets written that left the output already.
    private var gone = 0
    /// The octets of the pieces before.
    private var readBefore = 0
    private var isEnded = false

    /// The most octets that a footer behind padding may seem to decode to.
    private static let footerReach = 48 << 10

    /// The room in the output that so many octets need.
    static func room(for count: Int) -> Int { (count + 3) / 4 * 3 + 36 }

    /// How many octets at the end of the output may yet prove to be a footer: they must stand in
    /// front of the next piece's output.
    func held(of written: Int) -> Int {
        guard !isEnded, let paddedEnd else { return 0 }
        let behind = gone + written - paddedEnd
        return behind <= Self.footerReach ? min(behind, written) : 0
    }

    /// Lets go of octets in front of the output.
    mutating func release(_ count: Int) { gone += count }

    /// Decodes a piece, writing behind `written` octets of the output.
    ///
    /// The hot loop is C, over pointers: see `CBase64`. What it cannot pass is decoded here, digit
    /// by digit. It reads below `input.count` and writes at most three octets for four read, and
    /// two for a last group cut short, for which the caller makes room.
    mutating func take(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>,
        _ written: inout Int
    ) {
        guard let source = input.baseAddress, let target = output.baseAddress else { return }
        var read = 0
        while read < input.count, !isEnded {
            if digits == 0 {
                var more = 0
                read += wit_base64_decode(
                    source + read, input.count - read, target + written, output.count - written,
                    &more)
                if more > 0 { padding = 0 }
                written += more
                guard read < input.count else { break }
            }
            take(input[read], at: read, into: output, &written)
            read += 1
        }
        readBefore += input.count
    }

    private mutating func take(
        _ octet: UInt8, at read: Int, into output: UnsafeMutableBufferPointer<UInt8>,
        _ written: inout Int
    ) {
        let value = Self.values[Int(octet)]
        if value < 64 {
            padding = 0
            group = group << 6 | UInt32(value)
            digits += 1
            if digits == 4 {
                output[written] = UInt8(truncatingIfNeeded: group >> 16)
                output[written + 1] = UInt8(truncatingIfNeeded: group >> 8)
                output[written + 2] = UInt8(truncatingIfNeeded: group)
                written += 3
                (group, digits) = (0, 0)
            }
        } else if octet == .equals {
            if digits > 0 {
                padding = 4 - digits
                flush(into: output, &written)
            }
            paddedEnd = gone + written
            padding -= 1
            if padding < 0 {
                flaws.note(
                    .note, .base64Padding, at: readBefore + read,
                    "The Base64 data has too much padding.")
            }
        } else if !octet.isBlankOrBreak
            || (octet.isBlank && paddedEnd.map { $0 < gone + written } ?? false)
        {
            flaws.note(
                .warning, .base64Junk, at: readBefore + read,
                "The Base64 data has characters outside its alphabet.")
            if let paddedEnd, gone + written - paddedEnd <= Self.footerReach {
                written = paddedEnd - gone
                isEnded = true
            }
        }
    }

    /// Writes what the last digits make.
    mutating func finish(into output: UnsafeMutableBufferPointer<UInt8>, _ written: inout Int) {
        guard digits > 0, !isEnded else { return }
        flaws.note(
            .warning, .base64Padding, at: readBefore, "The Base64 data ends without its padding.")
        flush(into: output, &written)
    }

    private mutating func flush(
        into output: UnsafeMutableBufferPointer<UInt8>, _ written: inout Int
    ) {
        if digits == 2 {
            output[written] = UInt8(truncatingIfNeeded: group >> 4)
            written += 1
        } else if digits == 3 {
            output[written] = UInt8(truncatingIfNeeded: group >> 10)
            output[written + 1] = UInt8(truncatingIfNeeded: group >> 2)
            written += 2
        }
        (group, digits) = (0, 0)
    }

    /// By octet the digit's value; 255 for what is none.
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, octet) in Base64.alphabet.enumerated() { table[Int(octet)] = UInt8(value) }
        return table
    }()
}
