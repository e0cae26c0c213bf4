@testable import MIMEMessage

extension FuzzTarget {
    static let codings: [FuzzTarget] = [
        FuzzTarget(
            name: "base64", longest: 4_096, dictionary: "mail", seeds: .pieces(bodies(.base64))
        ) { bytes in
            let decoded = Base64.decode(bytes[...])
            hold(decoded.octets.count <= bytes.count, "base64 grew")
            for flaw in decoded.flaws {
                hold((0...bytes.count).contains(flaw.offset), "a flaw lies outside: \(flaw)")
            }
            let again = Base64.decode(Base64.encode(bytes)[...])
            hold(again.octets == bytes && again.flaws.isEmpty, "base64 does not come back")
        },
        FuzzTarget(
            name: "quoted-printable", longest: 4_096, dictionary: "mail",
            seeds: .pieces(bodies(.quotedPrintable))
        ) { bytes in
            let decoded = QuotedPrintable.decode(bytes[...])
            // A line break without its CR comes back with it.
            hold(decoded.octets.count <= 2 * bytes.count + 2, "quoted-printable grew")
            for flaw in decoded.flaws {
                hold((0...bytes.count).contains(flaw.offset), "a flaw lies outside: \(flaw)")
            }
            _ = QuotedPrintable.decodeWord(bytes[...])
            let encoded = QuotedPrintable.encode(bytes)
            hold(encoded.allSatisfy { $0 < 127 }, "quoted-printable is not ASCII")
            hold(
                encoded.split(separator: 10).allSatisfy { $0.count <= 77 },
                "a line of quoted-printable is too long")
            let again = QuotedPrintable.decode(encoded[...])
            hold(lines(again.octets) == lines(bytes), "quoted-printable does not come back")
        },
        FuzzTarget(
            name: "uuencode", longest: 4_096, dictionary: "mail",
            seeds: .made(["begin 644 x\n#0V%T\nend\n", "begin 644 cat.txt\n#0V%T\n`\nend\n"])
        ) { bytes in
            let decoded = UUEncoding.decode(bytes[...])
            hold(decoded.octets.count <= 63 * (bytes.count + 1), "uuencode grew")
            let head = Array("Subject: x\n\n".utf8)
            let message = MailMessage(parsing: head + bytes)
            for part in message.unpackedLeafParts().parts {
                _ = (part.fileName, part.decodedBody())
            }
        },
        FuzzTarget(
            name: "tnef", longest: 32_768, dictionary: "mail",
            seeds: .pieces { mail in
                MailMessage(parsing: mail).leafParts.map { $0.decodedBody() }
                    .filter { $0.starts(with: TNEFStream.signature) }
            }
        ) { bytes in
            let head = "Content-Type: application/ms-tnef\nContent-Transfer-Encoding: binary\n\n"
            let message = MailMessage(
                parsing: Array(head.utf8) + TNEFStream.signature + bytes.dropFirst(4))
            let opened = message.unpackedLeafParts()
            hold(opened.parts.count <= MIMELimits.standard.parts + 64, "too many opened parts")
            for part in opened.parts { _ = (part.fileName, part.contentID, part.decodedText()) }
        },
        FuzzTarget(
            name: "rtf", longest: 8_192, dictionary: "mail",
            seeds: .made([#"{\rtf1\ansi\fromhtml1 \u228\'e4{\*\htmltag64 <p>}Kite\par}"#])
        ) { bytes in
            _ = RTFText.text(of: bytes)
            let size = (0..<4).map { UInt8(truncatingIfNeeded: (bytes.count + 12) >> (8 * $0)) }
            let packed =
                size + [0xFF, 0xFF, 0xFF, 0x0F] + [0x4C, 0x5A, 0x46, 0x75, 0, 0, 0, 0] + bytes
            guard
                let (rtf, _) = CompressedRTF.decompress(
                    packed, in: packed.indices, limit: 1 << 20)
            else { return hold(false, "compressed RTF with a sound head is not taken") }
            // A control octet and eight tokens of two octets give 136 at most.
            hold(rtf.count <= 9 * (bytes.count + 1), "RTF grew to \(rtf.count)")
            _ = RTFText.text(of: rtf)
        },
    ]

    /// The lines of a text, however they end.
    private static func lines(_ text: [UInt8]) -> [[UInt8]] {
        let lines = text.split(separator: 10, omittingEmptySubsequences: false)
        return lines.enumerated().map { place, line in
            Array(line.last == 13 && place < lines.count - 1 ? line.dropLast() : line)
        }
    }

    private static func bodies(
        _ encoding: TransferEncoding
    ) -> @Sendable ([UInt8]) -> [[UInt8]] {
        { mail in
            MailMessage(parsing: mail).leafParts.filter { $0.transferEncoding == encoding }
                .map { Array($0.rawBody.prefix(2_048)) }
        }
    }
}
