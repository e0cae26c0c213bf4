import Testing

@testable import MIMEMessage

/// Decoding piece by piece gives what decoding at one stroke gives.
@Suite struct BodyDecoderTests {
    private static let encodings: [TransferEncoding] = [
        .sevenBit, .binary, .base64, .quotedPrintable, .uuencode,
    ]

    @Test(arguments: encodings)
    func `pieces of any size decode to the whole`(encoding: TransferEncoding) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        let alphabet = Array("ABCDabcd0189+/==  \n\r\n!-=3D=\n=20MM`end".utf8)
        for _ in 0..<300 {
            let body = (0..<Int.random(in: 0...400, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            var decoder = BodyDecoder(encoding, limit: .max)
            var pieces: [UInt8] = []
            var position = 0
            repeat {
                let end = min(body.count, position + Int.random(in: 1...60, using: &random))
                _ = decoder.take(body[position..<end], isLast: end == body.count) { pieces += $0 }
                position = end
            } while position < body.count
            let whole = encoding.decode(body[...], limit: .max)
            #expect(pieces == whole.octets, "seed \(seed), \(body.text.debugDescription)")
            #expect(
                Set(decoder.flaws.map(\.code)) == Set(whole.flaws.map(\.code)), "seed \(seed)")
        }
    }

    /// The vectors of `CBase64` against digits decoded one by one: any octet anywhere.
    @Test func `every octet at every place of a vector decodes as it should`() {
        let line = Array("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2".utf8)
        for place in 0..<40 {
            for octet in UInt8.min...UInt8.max {
                var body = line
                body[place] = octet
                // A junk octet in front of each one takes the way around the vectors.
                let slow = Base64.decode(body.flatMap { [UInt8(ascii: "!"), $0] }[...])
                #expect(Base64.decode(body[...]).octets == slow.octets || octet == .equals)
            }
        }
    }
}
