import MIMEMessage
import TestSupport
import Testing

/// Damaged mail: whatever is changed, the parser ends, and what it gives lies within the message.
@Suite struct MutationTests {
    @Test func `no change of a message makes the parser fail`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("mutation seed: \(seed)")
        var random = SplitMix(state: seed)
        let original = LineEnds.crlf.bytes(MailMessageTests.mail)
        let pieces = ["--=_b", "\r\n", "\n", "=?", "?=", "\"", ";", ":", "(", "--", "\0", "=", "<"]
        for _ in 0..<2_000 {
            var mail = original
            for _ in 0..<Int.random(in: 1...6, using: &random) where !mail.isEmpty {
                let place = Int.random(in: 0..<mail.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: mail[place] = UInt8.random(in: 0...255, using: &random)
                case 1:
                    let end = min(mail.count, place + Int.random(in: 1...80, using: &random))
                    mail.removeSubrange(place..<end)
                case 2:
                    let piece = pieces.randomElement(using: &random) ?? ""
                    mail.insert(contentsOf: Array(piece.utf8), at: place)
                default:
                    let end = min(mail.count, place + Int.random(in: 1...200, using: &random))
                    mail.insert(contentsOf: Array(mail[place..<end]), at: place)
                }
            }
            let message = MailMessage(parsing: mail)
            for part in message.allParts {
                #expect(part.range.lowerBound <= part.bodyRange.lowerBound, "seed \(seed)")
                #expect(part.range.upperBound <= mail.count, "seed \(seed)")
                _ = (part.fileName, part.decodedText(), part.contentID, part.rawBytes)
            }
            _ = (message.subject, message.from, message.to, message.date, message.references)
            try MailSource.bytes(Array("From a 2026:\n".utf8) + mail, name: "x").forEach { _ in }
        }
    }

    @Test func `no change of TNEF makes its reader fail`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("mutation seed of TNEF: \(seed)")
        var random = SplitMix(state: seed)
        var tnef = TNEFBuilder()
        tnef.addMessage(subject: Array("kite".utf8), body: Array("The red kite".utf8))
        tnef.addProperties([
            TNEFBuilder.named("x"), TNEFBuilder.unicode(0x0037, "kite"),
            TNEFBuilder.binary(0x1013, Array("<p>kite".utf8)), TNEFBuilder.integer(0x3FDE, 1252),
        ])
        tnef.addAttachment(
            title: "kite.jpg", [0xFF, 0xD8, 0xFF], properties: [TNEFBuilder.unicode(0x3707, "k")])
        tnef.addAttachment(
            title: "m.eml", Array("Subject: x\n\nbegin 644 x\n#0V%T\nend\n".utf8))
        let original = tnef.octets
        let most = MailMessage(parsing: tnef.mail()).unpackedLeafParts().parts.count
        var whole = 0
        for _ in 0..<2_000 {
            tnef.octets = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 4..<tnef.octets.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: tnef.octets[place] = UInt8.random(in: 0...255, using: &random)
                case 1: tnef.octets[place] = [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
                default: tnef.octets.removeSubrange(max(place, 5)...)
                }
            }
            let mail = tnef.mail()
            let parts = MailMessage(parsing: mail).unpackedLeafParts().parts
            for part in parts {
                _ = (part.fileName, part.decodedText(), part.contentID)
                #expect(part.rawBytes.count <= mail.count, "seed \(seed)")
            }
            // There is no more in a damaged one than in a whole one, but what holds it all.
            #expect(parts.count <= most + 1, "seed \(seed)")
            if parts.contains(where: { $0.fileName == "kite.jpg" }) { whole += 1 }
        }
        // Most changes leave the picture, and some do not.
        #expect((100..<2_000).contains(whole), "seed \(seed)")
    }
}

/// A small generator that a seed makes again.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
