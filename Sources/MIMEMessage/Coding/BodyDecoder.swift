/// Undoes a transfer encoding piece by piece, in memory that does not grow with the body.
struct BodyDecoder {
    private enum Method {
        /// 7bit, 8bit, binary: as it stands (RFC 2045 §6.2).
        case identity(LineMeter?)
        /// Base64 (RFC 2045 §6.8).
        case base64(Base64Decoder)
        /// Quoted-printable (RFC 2045 §6.7).
        case quotedPrintable
        /// Uuencode (POSIX).
        case uuencode(UUDecoder)
    }

    private var method: Method
    /// Octets of the input that need the next piece to be understood.
    private var carried: [UInt8] = []
    private var carriedFrom = 0
    /// Octets of the output that the next piece may take back.
    private var held: [UInt8] = []
    private var left: Int
    private let limit: Int
    private var notes = DecodedBody(octets: [])

    /// A decoder that gives no more octets than a limit.
    init(_ encoding: TransferEncoding, limit: Int) {
        switch encoding {
        case .base64: method = .base64(Base64Decoder())
        case .quotedPrintable: method = .quotedPrintable
        case .uuencode: method = .uuencode(UUDecoder())
        case .binary: method = .identity(nil)
        default: method = .identity(LineMeter())
        }
        self.limit = limit
        left = limit
    }

    /// What was odd, offsets counted from the start of the encoded body.
    var flaws: [DecodedBody.Flaw] {
        var all = notes
        switch method {
        case .base64(let decoder): all.note(decoder.flaws)
        case .uuencode(let decoder): all.note(decoder.flaws)
        default: break
        }
        return all.flaws
    }

    /// Takes a piece of the body and hands over what it decodes to; false once the limit is met.
    mutating func take(
        _ piece: ArraySlice<UInt8>, isLast: Bool, _ body: (ArraySlice<UInt8>) throws -> Void
    ) rethrows -> Bool {
        switch method {
        case .identity(var meter):
            meter?.take(piece)
            if let place = meter?.longLine {
                notes.noteLongLine(at: place)
                meter = nil
            }
            method = .identity(meter)
            return try give(piece, body)
        case .base64(var decoder):
            // One owner at a time: the decoder is put back when the piece is done.
            let octets = decode(piece, &decoder, isLast: isLast)
            let kept = isLast ? 0 : decoder.held(of: octets.count)
            decoder.release(octets.count - kept)
            held = Array(octets.suffix(kept))
            method = .base64(decoder)
            return try give(octets.dropLast(kept), body)
        case .quotedPrintable:
            let whole = carried.isEmpty ? piece : (carried + piece)[...]
            let cut = isLast ? whole.endIndex : QuotedPrintable.cut(whole)
            let decoded = QuotedPrintable.decode(whole[..<cut])
            for flaw in decoded.flaws {
                notes.note(flaw.severity, flaw.code, at: carriedFrom + flaw.offset, flaw.message)
            }
            carriedFrom += cut - whole.startIndex
            carried = Array(whole[cut...])
            return try give(decoded.octets[...], body)
        case .uuencode(var decoder):
            let whole = carried.isEmpty ? piece : (carried + piece)[...]
            let cut = isLast ? whole.endIndex : UUDecoder.cut(whole)
            let octets = decoder.take(whole[..<cut])
            carried = Array(whole[cut...])
            method = .uuencode(decoder)
            return try give(octets[...], body)
        }
    }

    private func decode(
        _ piece: ArraySlice<UInt8>, _ decoder: inout Base64Decoder, isLast: Bool
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: held.count + Base64Decoder.room(for: piece.count)) {
            output, count in
            for (place, octet) in held.enumerated() { output[place] = octet }
            count = held.count
            piece.withUnsafeBufferPointer { decoder.take($0, into: output, &count) }
            if isLast { decoder.finish(into: output, &count) }
        }
    }

    private mutating func give(
        _ octets: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) throws -> Void
    ) rethrows -> Bool {
        if !octets.isEmpty, left > 0 { try body(octets.prefix(left)) }
        left -= octets.count
        guard left < 0 else { return true }
        notes.note(
            .error, .decodedLimit, at: 0, "The body decodes to more than \(limit) octets.")
        return false
    }
}

extension TransferEncoding {
    /// Decodes a range of a message piece by piece.
    ///
    /// - Returns: What was odd, offsets counted from the start of the range.
    func decode(
        _ octets: MailOctets, _ range: Range<Int>, limit: Int,
        _ body: (ArraySlice<UInt8>) throws -> Void
    ) rethrows -> [DecodedBody.Flaw] {
        if self == .yenc {
            // Its checksum counts for the whole; no more of it than is held in memory.
            let range = range.prefix(MailOctets.maximumOctetsInMemory * 4)
            let decoded = decode(octets[range], limit: limit)
            try body(decoded.octets[...])
            return decoded.flaws
        }
        var decoder = BodyDecoder(self, limit: limit)
        var position = range.lowerBound
        var goesOn = true
        while goesOn, position < range.upperBound {
            let end = min(position + MailOctets.pieceLength, range.upperBound)
            goesOn = try decoder.take(
                octets[position..<end], isLast: end == range.upperBound, body)
            position = end
        }
        return decoder.flaws
    }

    /// Decodes a range of a message into memory.
    func decode(_ octets: MailOctets, _ range: Range<Int>, limit: Int) -> DecodedBody {
        // At one stroke, where the body is at hand and none of it is in vain.
        if range.count <= min(limit, MailOctets.maximumOctetsInMemory), self != .uuencode {
            return decode(octets[range], limit: limit)
        }
        var decoded = DecodedBody(octets: [])
        decoded.flaws = decode(octets, range, limit: limit) { decoded.octets += $0 }
        return decoded
    }
}
